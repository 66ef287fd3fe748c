import type { ReaderSearch } from "../../../../src/contract/reader/reader-search.ts";
import { addressOf, type PageFacts } from "../facts.ts";
import { type Readiness, startReadiness } from "./readiness.ts";
import { type Recent, readRecents, writeRecent } from "./recents.ts";
import { type Choice, drawResults } from "./search-rows.ts";

type Ask = ((question: string) => void) | undefined;
type Parts = {
  dialog: HTMLDialogElement;
  input: HTMLInputElement;
  list: HTMLElement;
  loading: HTMLElement;
  status: HTMLElement;
};

/** Search as one types: Ctrl K, ⌘K or / opens it, the keyboard alone is enough. */
export function startSearch(facts: PageFacts, ask: Ask): void {
  const opener = document.querySelector<HTMLAnchorElement>("[data-search-open]");
  if (!opener) return;
  showKeys(opener);
  const ready = startReadiness(facts, opener);
  let parts: Parts | undefined;
  const open = () => {
    parts ??= createDialog(facts, { ask, ready });
    ready.prepare();
    if (!parts.dialog.open) parts.dialog.showModal();
    parts.input.select();
    parts.input.dispatchEvent(new Event("input"));
  };
  opener.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    const isCommand = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !isTyping(event);
    if (!isCommand && !isSlash) return;
    event.preventDefault();
    open();
  });
}

function showKeys(opener: HTMLElement): void {
  const keys = opener.querySelector<HTMLElement>("kbd");
  if (!keys) return;
  if (/mac|iphone|ipad/i.test(navigator.platform)) keys.textContent = "⌘ K";
  keys.hidden = false;
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

type DialogDeps = { ask: Ask; ready: Readiness };

function createDialog(facts: PageFacts, { ask, ready }: DialogDeps): Parts {
  const parts = buildDialog();
  const { dialog, input, list, loading, status } = parts;
  let choices: Choice[] = [];
  let chosen = -1;
  const choose = (index: number) => {
    chosen = choices.length === 0 ? -1 : (index + choices.length) % choices.length;
    for (const [at, { row }] of choices.entries())
      row.setAttribute("aria-selected", String(at === chosen));
    const row = choices[chosen]?.row;
    input.setAttribute("aria-activedescendant", row?.id ?? "");
    row?.scrollIntoView({ block: "nearest" });
  };
  const leave = (recent?: Recent) => {
    if (recent) writeRecent(facts, recent);
    dialog.close();
  };
  const draw = (found: ReaderSearch | undefined, text: string) => {
    const recents = text === "" ? readRecents(facts) : [];
    const askFor = ask && text !== "" ? { ask, text } : undefined;
    choices = drawResults(list, { found, recents, text, askFor, leave });
    status.textContent = said(found, text) || (loading.hidden ? "" : loading.textContent);
    choose(found || recents.length > 0 ? 0 : -1);
  };
  followTyping(facts, input, draw);
  ready.follow((isLoading) => {
    loading.hidden = !isLoading;
    const words = loading.textContent;
    if (isLoading || status.textContent === words) status.textContent = isLoading ? words : "";
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      choose(chosen + step);
    }
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      choices[chosen]?.row.click();
    }
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return parts;
}

function said(found: ReaderSearch | undefined, text: string): string {
  if (text === "" || !found) return "";
  const count = found.pages.length;
  if (count === 0) return "No page was found.";
  return count === 1 ? "1 page was found." : `${count} pages were found.`;
}

type Draw = (found: ReaderSearch | undefined, text: string) => void;

/** Each key asks anew and ends what was asked before; what was found before is kept for when one goes back. */
function followTyping(facts: PageFacts, input: HTMLInputElement, draw: Draw): void {
  const known = new Map<string, ReaderSearch>();
  let asked: AbortController | undefined;
  input.addEventListener("input", async () => {
    asked?.abort();
    const text = input.value.trim();
    const found = known.get(text);
    if (text === "" || found) return draw(found, text);
    asked = new AbortController();
    const { signal } = asked;
    try {
      const address = addressOf(facts, "search", { q: text, page: facts.path });
      const response = await fetch(address, { signal, headers: { accept: "application/json" } });
      if (!response.ok) throw new Error("the search was refused");
      const fresh: ReaderSearch = await response.json();
      known.set(text, fresh);
      draw(fresh, text);
    } catch {
      if (!signal.aborted) draw(undefined, text);
    }
  });
}

function buildDialog(): Parts {
  const dialog = document.createElement("dialog");
  dialog.className = "search";
  dialog.lang = "en";
  dialog.setAttribute("aria-label", "Search the docs");
  const head = document.createElement("div");
  head.className = "search-head";
  const input = document.createElement("input");
  input.type = "text";
  input.placeholder = "Search the docs";
  input.maxLength = 200;
  input.autocomplete = "off";
  input.spellcheck = false;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-label", "Search the docs");
  input.setAttribute("aria-expanded", "true");
  input.setAttribute("aria-controls", "dx:search-list");
  input.setAttribute("aria-autocomplete", "list");
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  head.append(input, close);
  const list = document.createElement("div");
  list.id = "dx:search-list";
  list.className = "search-list";
  const status = document.createElement("p");
  status.className = "sr-only";
  status.setAttribute("role", "status");
  const loading = document.createElement("p");
  loading.className = "search-loading";
  loading.textContent = "The search is getting ready…";
  loading.hidden = true;
  dialog.append(head, loading, list, status);
  document.body.append(dialog);
  return { dialog, input, list, loading, status };
}
