import type { ContextItem } from "../../../src/contract/assistant.ts";
import { isRightToLeft, languageFor } from "../languages/language-for.ts";
import { loadWords } from "../languages/load-words.ts";
import type { Words } from "../languages/words.ts";
import type { MountedPanel } from "../panel-options.ts";
import type { PanelCore } from "./panel-core.ts";
import { createPanelView, type PanelView } from "./panel-view.ts";
import { viewDeps } from "./view-deps.ts";

type Acts = Pick<MountedPanel, "open" | "close" | "ask" | "reset" | "consent">;

type Shown = PanelCore & {
  place: HTMLElement;
  /** Undefined until the words are there. */
  view: PanelView | undefined;
  words: Words | undefined;
  /** What waits for the words. */
  waiting: ((view: PanelView) => void)[];
  /** What was asked before consent was given. */
  pending: { question: string; context: ContextItem[] } | undefined;
  focusBefore: Element | null;
  isDestroyed: boolean;
};

/** What is seen of a panel, in the language of now, and what can be done with it. */
export function createShownPanel(core: PanelCore, place: HTMLElement) {
  const shown: Shown = {
    ...{ ...core, place, view: undefined, words: undefined, waiting: [], pending: undefined },
    ...{ focusBefore: null, isDestroyed: false },
  };
  const acts = actsOf(shown);
  const leaveStore = core.store.subscribe(() => shown.view?.update(core.store.get()));
  const draw = () => build(shown, acts);
  return {
    acts,
    ready: draw(),
    build: draw,
    isOpen: () => shown.view?.frame.isOpen() ?? false,
    destroy(): void {
      shown.isDestroyed = true;
      leaveStore();
      shown.view?.destroy();
    },
  };
}

function actsOf(shown: Shown): Acts {
  const { current, chat, consent, emit } = shown;
  const mode = () => current.options.mode ?? "button";
  const acts: Acts = {
    open: ({ context, focus = true } = {}) =>
      whenReady(shown, ({ frame, composer }) => {
        const wasOpen = frame.isOpen();
        if (!wasOpen) {
          shown.focusBefore = deepFocus();
          frame.open(focus);
          emit("open", { mode: mode() });
        }
        if (context) composer.setContext(context);
        if (focus) composer.focus();
        if (!wasOpen) begin(shown);
      }),
    close: () =>
      whenReady(shown, ({ frame }) => {
        if (!frame.isOpen() || mode() === "inline") return;
        frame.close();
        giveFocus(current.options.returnFocus?.() ?? shown.focusBefore);
        emit("close", { mode: mode() });
      }),
    ask(question, more = {}) {
      acts.open(more);
      whenReady(shown, () => ask(shown, question.trim(), more.context));
    },
    reset() {
      chat.reset();
      whenReady(shown, (view) => {
        view.clearInput();
        begin(shown);
        if (view.frame.isOpen()) view.composer.focus();
      });
    },
    consent(isGiven) {
      if (!isGiven) chat.reset();
      consent.set(isGiven);
      emit("consent", { given: isGiven });
      whenReady(shown, (view) => {
        view.showBarrier();
        if (isGiven && view.frame.isOpen()) goOn(shown);
      });
    },
  };
  return acts;
}

function whenReady({ view, waiting }: Shown, act: (view: PanelView) => void): void {
  if (view) act(view);
  else waiting.push(act);
}

/** What a panel does from when it is seen on. */
function begin(shown: Shown): void {
  const { store, consent, chat, starters, words } = shown;
  store.load();
  shown.view?.showEnd();
  if (!consent.isGiven()) return;
  chat.resume();
  if (store.get().turns.length > 0 || !words) return;
  void starters.load(words.aboutPage).then((questions) => shown.view?.home.setStarters(questions));
}

/** After consent: with what was asked meanwhile. */
function goOn(shown: Shown): void {
  const { pending } = shown;
  shown.pending = undefined;
  begin(shown);
  if (pending) ask(shown, pending.question, pending.context);
}

function ask(shown: Shown, question: string, context: ContextItem[] = []): void {
  const { chat, consent, view } = shown;
  if (chat.isBusy() || question === "") return;
  if (!consent.isGiven()) {
    shown.pending = { question, context };
    view?.showBarrier();
    return;
  }
  view?.clearInput();
  chat.ask(question, context);
  view?.composer.focus();
}

/** Draws everything anew, in the language and the mode of now. */
async function build(shown: Shown, acts: Acts): Promise<void> {
  const { current, place, store } = shown;
  const { language: wanted, mode, position = "right" } = current.options;
  const language = languageFor([wanted, document.documentElement.lang, navigator.language]);
  const words = await loadWords(language);
  if (shown.isDestroyed) return;
  const wasOpen = shown.view?.frame.isOpen() ?? false;
  const hadFocus = place.matches(":focus-within");
  shown.view?.destroy();
  Object.assign(place, { lang: language, dir: isRightToLeft(language) ? "rtl" : "ltr" });
  place.dataset.side = position;
  const send = (question: string, context: ContextItem[]) => ask(shown, question, context);
  const view = createPanelView(viewDeps(shown, words, { ...acts, ask: send }));
  shown.view = view;
  shown.words = words;
  place.append(view.frame.element);
  view.update(store.get());
  if (wasOpen) view.frame.open(hadFocus);
  if (mode === "inline" || wasOpen) begin(shown);
  for (const act of shown.waiting.splice(0)) act(view);
}

/** What has the focus, also inside other components. */
function deepFocus(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

function giveFocus(target: Element | null): void {
  if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true });
}
