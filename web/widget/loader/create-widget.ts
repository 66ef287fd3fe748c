import type { ContextItem } from "../../../src/contract/assistant.ts";
import { isRightToLeft, languageFor } from "../languages/language-for.ts";
import type { MountedPanel, PanelOptions } from "../panel-options.ts";
import { accentColours } from "../theme/accent.ts";
import { accentOf } from "../theme/accent-of.ts";
import type { DocentWidget } from "../widget-api.ts";
import type { Emit } from "../widget-events.ts";
import type { WidgetOptions } from "../widget-options.ts";
import { addParts, type Parts } from "./add-parts.ts";
import { keepOpen, wasOpen } from "./kept-open.ts";
import { createLazyPanel, type LazyPanel } from "./lazy-panel.ts";
import { listenToPage } from "./listen-to-page.ts";
import { loaderWords } from "./loader-words.ts";
import type { ToolsDeps } from "./page-tools.ts";
import { whenTouched } from "./when-touched.ts";

export type WidgetPlace = {
  server: string;
  /** Brings the panel's program, once for all widgets. */
  loadPanel(): Promise<{ mountPanel(options: PanelOptions): MountedPanel }>;
  /** Brings the buttons that come up over the page. */
  loadTools(): Promise<{ addPageTools(deps: ToolsDeps): () => void }>;
  onDestroy(): void;
};

/** Tells several widgets of one page apart. */
export function nameOf({ name, domain, mode = "button", target }: WidgetOptions): string {
  return name ?? [domain, mode, typeof target === "string" ? target : ""].join(" ").trim();
}

/** A widget in the page: its button and its listeners. The panel is loaded when it is first needed. */
export function createWidget(given: WidgetOptions, place: WidgetPlace): DocentWidget {
  const parts = addParts(given);
  const { host } = parts;
  const current = { options: given };
  const emit: Emit = (name, detail) => {
    if (name === "open" || name === "close") remember(parts, current.options, name === "open");
    host.dispatchEvent(
      new CustomEvent(`docent:${name}`, { detail, bubbles: true, composed: true }),
    );
  };
  const panel = lazyPanel({ current, place, parts, emit });
  const toggle = (context?: ContextItem[]) =>
    panel.use((mounted) => {
      const canClose = current.options.mode !== "inline" && !context;
      if (mounted.isOpen && canClose) mounted.close();
      else mounted.open(context ? { context } : {});
    });
  const page = { ...parts, options: () => current.options, path: () => pathOf(current.options) };
  let selected: ContextItem | undefined;
  const tools = {
    ...page,
    onSelected(item: ContextItem | undefined) {
      selected = item;
    },
    onAsk: (context: ContextItem[]) => panel.use((mounted) => mounted.open({ context })),
  };
  const leave = [
    whenTouched(() => place.loadTools().then(({ addPageTools }) => addPageTools(tools))),
    listenToPage({ ...page, selected: () => selected, toggle, warm: panel.load }),
  ];
  labelParts(parts, given);
  begin(given, panel);
  queueMicrotask(() => emit("ready", { domain: given.domain }));
  const heard = new Map<unknown, EventListener>();
  return {
    element: host,
    open: (more = {}) => panel.use((mounted) => mounted.open(more)),
    close: () => panel.ifLoaded((mounted) => mounted.close()),
    ask: (question, more = {}) => panel.use((mounted) => mounted.ask(question, more)),
    update(change) {
      current.options = { ...current.options, ...change };
      labelParts(parts, current.options);
      panel.ifLoaded((mounted) => mounted.update(panelOptions(current.options)));
    },
    reset: () => panel.use((mounted) => mounted.reset()),
    consent: (isGiven = true) => panel.use((mounted) => mounted.consent(isGiven)),
    destroy() {
      for (const end of leave.splice(0)) end();
      keepOpen(nameOf(current.options), false);
      panel.destroy();
      host.remove();
      place.onDestroy();
    },
    on(name, listener) {
      const wrapped = (event: Event) => event instanceof CustomEvent && listener(event.detail);
      heard.set(listener, wrapped);
      host.addEventListener(`docent:${name}`, wrapped);
    },
    off(name, listener) {
      const wrapped = heard.get(listener);
      if (wrapped) host.removeEventListener(`docent:${name}`, wrapped);
    },
  };
}

type Lazy = { current: { options: WidgetOptions }; place: WidgetPlace; parts: Parts; emit: Emit };

function lazyPanel({ current, place, parts, emit }: Lazy): LazyPanel {
  const { host, launcher, told, again } = parts;
  return createLazyPanel({
    server: place.server,
    async mount() {
      const { mountPanel } = await place.loadPanel();
      const mounted = mountPanel({
        ...panelOptions(current.options),
        ...{ server: place.server, host, emit },
        authorization: () => `Bearer ${current.options.key}`,
      });
      await mounted.ready;
      return mounted;
    },
    tell(retry) {
      again.remove();
      if (!retry) return;
      again.onclick = () => {
        launcher.focus();
        retry();
      };
      told.append(again);
    },
  });
}

/** What is there at once: a part of the page, or what was open on the page before. A phone begins with the page itself. */
function begin(options: WidgetOptions, panel: LazyPanel): void {
  if (options.mode === "inline") panel.use(() => undefined);
  if (wasOpen(nameOf(options)) && !matchMedia("(max-width: 640px)").matches)
    panel.use((mounted) => mounted.open({ focus: false }));
}

function remember({ launcher }: Parts, options: WidgetOptions, isOpen: boolean): void {
  launcher.setAttribute("aria-expanded", String(isOpen));
  const isKept = ["button", "panel"].includes(options.mode ?? "button");
  if (isKept && options.consent !== "required") keepOpen(nameOf(options), isOpen);
}

/** Text on the brand's colour keeps its contrast. */
function paintParts({ host, tools }: Parts, { accent }: WidgetOptions): void {
  const colour = accentOf(host, accent);
  if (!colour) return;
  const { fill, onFill } = accentColours(colour, "light");
  tools.style.setProperty("--fill", fill);
  tools.style.setProperty("--on", onFill);
}

function labelParts(parts: Parts, options: WidgetOptions): void {
  paintParts(parts, options);
  const wanted = [options.language, document.documentElement.lang, navigator.language];
  const language = languageFor(wanted);
  const words = loaderWords(language);
  const { tools, launcher, again } = parts;
  const isHidden = options.launcher === "off" || options.trigger !== undefined;
  launcher.hidden = isHidden || options.mode === "inline";
  tools.lang = language;
  tools.dir = isRightToLeft(language) ? "rtl" : "ltr";
  tools.dataset.side = options.position ?? "right";
  tools.dataset.mode = options.mode;
  parts.label(launcher, options.title || words.ask);
  parts.label(again, words.unreachable);
}

function pathOf({ currentPath }: WidgetOptions): string {
  return (typeof currentPath === "function" ? currentPath() : currentPath) ?? location.pathname;
}

/** Where the panel lives and who tells it apart is settled here. */
function panelOptions(options: WidgetOptions) {
  const { key, server, name, trigger, launcher, target, ...shared } = options;
  return shared;
}
