import type { DocentApi, DocentWidget, QueuedCall } from "../widget-api.ts";
import type { WidgetOptions } from "../widget-options.ts";
import { createWidget, nameOf } from "./create-widget.ts";
import { isDocent } from "./is-docent.ts";
import { readOptions } from "./read-options.ts";

/** The names of files that are loaded later, filled in by the build. */
declare const PANEL_FILE: string;
declare const TOOLS_FILE: string;

/** `window.Docent`, the same for every script of the page that brings it. */
function install(server: string): DocentApi {
  const before = window.Docent ?? [];
  if (isDocent(before)) return before;
  const calls = Array.isArray(before) ? before : [];
  const widgets = new Map<string, DocentWidget>();
  const create = (options: WidgetOptions) => {
    const name = nameOf(options);
    const known = widgets.get(name);
    known?.update(options);
    if (known) return known;
    const from = withoutEnd(options.server ?? server, "/");
    const place = {
      server: from,
      loadPanel: () => load(from, PANEL_FILE),
      loadTools: () => load(from, TOOLS_FILE),
      onDestroy: () => widgets.delete(name),
    };
    const widget = createWidget(options, place);
    widgets.set(name, widget);
    // What was called before there was anything to call it on.
    queueMicrotask(() => api.push(...waiting.splice(0)));
    return widget;
  };
  const waiting = calls.filter((call) => typeof call !== "function");
  const api = apiOf(widgets, create);
  window.Docent = api;
  queueMicrotask(() => api.push(...calls.filter((call) => typeof call === "function")));
  return api;
}

/** The browser itself loads each only once. */
function load(server: string, file: string) {
  return import(/* @vite-ignore */ `${server}/widget-assets/${file}`);
}

function apiOf(
  widgets: Map<string, DocentWidget>,
  create: (options: WidgetOptions) => DocentWidget,
): DocentApi {
  const get = (name?: string) =>
    name === undefined ? [...widgets.values()][0] : widgets.get(name);
  const api: DocentApi = {
    create,
    get,
    push(...calls: QueuedCall[]) {
      for (const call of calls) {
        if (typeof call === "function") call(api);
        else run(api, call);
      }
    },
    open: (options) => get()?.open(options),
    close: () => get()?.close(),
    ask: (question, options) => get()?.ask(question, options),
    update: (change) => get()?.update(change),
    reset: () => get()?.reset(),
    consent: (isGiven) => get()?.consent(isGiven),
    destroy: () => get()?.destroy(),
    on: (name, listener) => get()?.on(name, listener),
    off: (name, listener) => get()?.off(name, listener),
  };
  return api;
}

/** A call that was written down as a list: its name and what it is called with. */
function run(api: DocentApi, [name, ...values]: [string, ...unknown[]]): void {
  const act: unknown = Reflect.get(api, name);
  if (typeof act === "function") act(...values);
  else warn(`There is no Docent.${name}().`);
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

function warn(sentence: string): void {
  console.warn(`[Docent] ${sentence}`);
}

/** The script's own element says what to put into the page; one without a domain only brings `Docent.create`. */
function start(script: HTMLScriptElement): void {
  const address = script.src.split(/[?#]/, 1)[0] ?? "";
  const server = script.dataset.server ?? withoutEnd(address, "/widget.js");
  const docent = install(server);
  const options = readOptions({ ...script.dataset }, warn);
  const { domain, key } = options;
  if (!domain && !key) return;
  if (!domain || !key) {
    warn("The script needs data-domain and data-key.");
    return;
  }
  const begin = () => void docent.create({ ...options, domain, key, server });
  const isThere = document.body && (!options.target || document.readyState !== "loading");
  if (isThere) begin();
  else document.addEventListener("DOMContentLoaded", begin, { once: true });
}

const { currentScript } = document;
const own =
  currentScript instanceof HTMLScriptElement
    ? currentScript
    : document.querySelector<HTMLScriptElement>('script[src*="/widget.js"]');
if (own) start(own);
