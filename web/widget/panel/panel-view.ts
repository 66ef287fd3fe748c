import type { ContextItem } from "../../../src/contract/assistant.ts";
import type { FoundResult } from "../../../src/contract/discovery.ts";
import type { Conversation } from "../conversation/turn.ts";
import type { Words } from "../languages/words.ts";
import { createAnnouncer } from "../view/announcer.ts";
import { createComposer } from "../view/composer.ts";
import { h } from "../view/dom.ts";
import { createFrame } from "../view/frame.ts";
import { createHome } from "../view/home.ts";
import { createResults } from "../view/results.ts";
import type { TurnDeps } from "../view/turn-view.ts";
import type { Mode } from "../widget-options.ts";
import { createConversationView } from "./conversation-view.ts";

export type PanelViewDeps = Omit<TurnDeps, "announce" | "ask"> & {
  words: Words;
  mode: Mode;
  title: string;
  placeholder: string;
  ask(question: string, context: ContextItem[]): void;
  stop(): void;
  reset(): void;
  close(): void;
  search(query: string, signal: AbortSignal): Promise<FoundResult[]>;
  /** What stands in the way of asking; undefined when nothing does. */
  barrier(): HTMLElement | undefined;
};

export type PanelView = ReturnType<typeof createPanelView>;

/** Everything the reader sees, put together; what it does is told from outside. */
export function createPanelView(deps: PanelViewDeps) {
  const { words, mode } = deps;
  const announcer = createAnnouncer();
  const frame = createFrame({ ...deps, onReset: deps.reset, onClose: deps.close });
  const send = (question: string, context: ContextItem[] = []) => {
    results.clear();
    deps.ask(question, context);
  };
  const composer = createComposer({
    words,
    onText: (text) => void (isFree() && results.update(text)),
    onAsk: send,
    onStop: deps.stop,
    onLeave: () => results.enter(),
  });
  const results = createResults({
    ...deps,
    announce: announcer.say,
    onAsk: () => composer.element.requestSubmit(),
    onBack: composer.focus,
    onLeave: () => void (frame.isCovering() && deps.close()),
  });
  const home = createHome({ words, ask: send });
  const talk = createConversationView({ ...deps, ask: send, announce: announcer.say });
  const barrier = h("div", { class: "barrier" });
  let isBusy = false;
  const isFree = () => !isBusy && deps.barrier() === undefined;

  talk.element.prepend(home.element);
  const foot = h("p", { class: "disclaimer" }, words.disclaimer);
  const box = h("div", { class: "ask" }, barrier, composer.element, mode !== "modal" && foot);
  const order =
    mode === "modal"
      ? [box, results.element, talk.element, foot]
      : [talk.element, results.element, box];
  frame.inside.append(...order, announcer.element);

  return {
    frame,
    composer,
    home,
    showEnd: talk.showEnd,
    update(conversation: Conversation): void {
      const { turns } = conversation;
      isBusy = turns.at(-1)?.state === "running";
      home.element.hidden = turns.length > 0;
      talk.list.hidden = turns.length === 0;
      frame.setFresh(turns.length > 0);
      composer.setBusy(isBusy);
      composer.setPlaceholder(turns.length > 0 ? words.followUp : deps.placeholder);
      if (isBusy) results.clear();
      talk.update(conversation);
    },
    showBarrier(): void {
      const shown = deps.barrier();
      barrier.replaceChildren(...(shown ? [shown] : []));
      if (shown) shown.querySelector("button")?.focus();
    },
    clearInput(): void {
      composer.clear();
      results.clear();
    },
    destroy(): void {
      results.clear();
      frame.destroy();
      frame.element.remove();
    },
  };
}
