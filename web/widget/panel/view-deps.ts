import type { ContextItem } from "../../../src/contract/assistant.ts";
import type { Turn } from "../conversation/turn.ts";
import type { Words } from "../languages/words.ts";
import { consentView } from "../view/consent-view.ts";
import { handoffView } from "../view/handoff.ts";
import { currentPathOf, filterOf, linkAttributesOf, serverHost } from "./page-facts.ts";
import type { PanelCore } from "./panel-core.ts";
import type { PanelViewDeps } from "./panel-view.ts";

type Acts = {
  ask(question: string, context: ContextItem[]): void;
  close(): void;
  reset(): void;
  consent(isGiven: boolean): void;
};

/** What the view needs of the rest. */
export function viewDeps(core: PanelCore, words: Words, acts: Acts): PanelViewDeps {
  const { current, chat, api, consent } = core;
  const { options } = current;
  return {
    words,
    mode: options.mode ?? "button",
    title: options.title || words.title,
    placeholder: options.placeholder || words.placeholder,
    linkAttributes: (url) => linkAttributesOf(url, current.options),
    ask: acts.ask,
    close: acts.close,
    reset: acts.reset,
    retry: (turn) => chat.retry(turn),
    rate: (turn, rating, comment) => chat.rate(turn, rating, comment),
    stop: () => void chat.stop(),
    search: (query, signal) => {
      const { options: now } = current;
      return api.search(query, { filter: filterOf(now), currentPath: currentPathOf(now) }, signal);
    },
    handoff: (turn) => handoffOf(turn, core, words),
    barrier() {
      if (consent.isGiven()) return undefined;
      const { consentText: text } = current.options;
      const host = serverHost(current.options);
      return consentView({ words, text, host, onAgree: () => acts.consent(true) });
    },
  };
}

function handoffOf(turn: Turn, { current, store, emit }: PanelCore, words: Words) {
  const { handoff: kind = "link", handoffUrl: url, handoffLabel: label } = current.options;
  const { turns, threadId } = store.get();
  const conversation = turns.map(({ question, text, outcome }) => ({
    ...{ question, answer: text, outcome },
  }));
  const onHandoff = () => emit("handoff", { question: turn.question, conversation, threadId });
  return handoffView(turn, { words, kind, url, label, turns, onHandoff });
}
