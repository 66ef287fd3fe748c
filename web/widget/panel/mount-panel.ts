import type { ContextItem } from "../../../src/contract/assistant.ts";
import { isRightToLeft, languageFor } from "../languages/language-for.ts";
import { loadWords } from "../languages/load-words.ts";
import type { Words } from "../languages/words.ts";
import type { MountedPanel, PanelOptions } from "../panel-options.ts";
import { keepLook } from "../theme/keep-look.ts";
import { h } from "../view/dom.ts";
import { addStyles } from "./add-styles.ts";
import { followPage } from "./follow-page.ts";
import { createPanelCore, type PanelCore } from "./panel-core.ts";
import { createPanelView, type PanelView } from "./panel-view.ts";
import { viewDeps } from "./view-deps.ts";

/** Puts the panel into the page, closed. The words of its language follow a moment later; what is asked meanwhile waits. */
export function mountPanel(given: PanelOptions): MountedPanel {
  const current = { options: given };
  const host = given.host ?? makeHost(given);
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const place = h("div", { class: "docent" });
  const leaveStyles = addStyles(root);
  root.append(place);
  const look = keepLook(host, place, {
    theme: () => current.options.theme ?? "auto",
    accent: () => current.options.accent,
  });
  const core = createPanelCore(current, host);
  const shown = createShownPanel(core, place);
  const leavePage = followPage(core, shown.isOpen);
  return {
    get isOpen() {
      return shown.isOpen();
    },
    ...shown.acts,
    update(change) {
      current.options = { ...current.options, ...change };
      look.refresh();
      void shown.build();
    },
    destroy() {
      shown.destroy();
      leavePage();
      core.chat.leave();
      look.stop();
      leaveStyles();
      place.remove();
      if (!given.host) host.remove();
    },
  };
}

function makeHost({ target }: PanelOptions): HTMLElement {
  const host = document.createElement("docent-widget");
  const place = typeof target === "string" ? document.querySelector(target) : target;
  (place ?? document.body).append(host);
  return host;
}

type Acts = Pick<MountedPanel, "open" | "close" | "ask" | "reset" | "consent">;
type Pending = { question: string; context: ContextItem[] };

/** What is seen of a panel, in the language of now, and what can be done with it. */
function createShownPanel(core: PanelCore, place: HTMLElement) {
  const { current, store, chat, consent, starters, emit } = core;
  const waiting: ((view: PanelView) => void)[] = [];
  let view: PanelView | undefined;
  let words: Words | undefined;
  let pending: Pending | undefined;
  let focusBefore: Element | null = null;
  let isDestroyed = false;
  const mode = () => current.options.mode ?? "button";
  const whenReady = (act: (view: PanelView) => void) => {
    if (view) act(view);
    else waiting.push(act);
  };
  /** What a panel does from when it is seen on. */
  const begin = () => {
    store.load();
    if (!consent.isGiven()) return;
    chat.resume();
    if (store.get().turns.length > 0 || !words) return;
    void starters.load(words.aboutPage).then((questions) => view?.home.setStarters(questions));
  };
  const ask = (question: string, context: ContextItem[] = []) => {
    if (chat.isBusy() || question === "") return;
    if (!consent.isGiven()) {
      pending = { question, context };
      return view?.showBarrier();
    }
    view?.clearInput();
    chat.ask(question, context);
    view?.composer.focus();
  };
  const acts: Acts = {
    open: ({ context, focus = true } = {}) =>
      whenReady(({ frame, composer }) => {
        const wasOpen = frame.isOpen();
        if (!wasOpen) {
          focusBefore = deepFocus();
          frame.open();
          emit("open", { mode: mode() });
        }
        if (context) composer.setContext(context);
        if (focus) composer.focus();
        if (!wasOpen) begin();
      }),
    close: () =>
      whenReady(({ frame }) => {
        if (!frame.isOpen() || mode() === "inline") return;
        frame.close();
        giveFocus(current.options.returnFocus?.() ?? focusBefore);
        emit("close", { mode: mode() });
      }),
    ask(question, more = {}) {
      acts.open(more);
      whenReady(() => ask(question.trim(), more.context));
    },
    reset() {
      chat.reset();
      whenReady((shown) => {
        shown.clearInput();
        begin();
        if (shown.frame.isOpen()) shown.composer.focus();
      });
    },
    consent(isGiven) {
      if (!isGiven) chat.reset();
      consent.set(isGiven);
      emit("consent", { given: isGiven });
      whenReady((shown) => {
        shown.showBarrier();
        const asked = pending;
        pending = undefined;
        if (!isGiven || !shown.frame.isOpen()) return;
        begin();
        if (asked) ask(asked.question, asked.context);
      });
    },
  };
  const build = async () => {
    const { language: wanted, position = "right" } = current.options;
    const language = languageFor([wanted, document.documentElement.lang, navigator.language]);
    const loaded = await loadWords(language);
    if (isDestroyed) return;
    words = loaded;
    const wasOpen = view?.frame.isOpen() ?? false;
    view?.destroy();
    Object.assign(place, { lang: language, dir: isRightToLeft(language) ? "rtl" : "ltr" });
    place.dataset.side = position;
    view = createPanelView(viewDeps(core, loaded, { ...acts, ask }));
    place.append(view.frame.element);
    view.update(store.get());
    if (wasOpen) view.frame.open();
    if (mode() === "inline") begin();
    for (const act of waiting.splice(0)) act(view);
  };
  const leaveStore = store.subscribe(() => view?.update(store.get()));
  void build();
  return {
    acts,
    build,
    isOpen: () => view?.frame.isOpen() ?? false,
    destroy(): void {
      isDestroyed = true;
      leaveStore();
      view?.destroy();
    },
  };
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
