import type { FoundResult } from "../../../src/contract/discovery.ts";
import { webAddress } from "../../shared/web-address.ts";
import { fill } from "../languages/fill.ts";
import type { Words } from "../languages/words.ts";
import { h, icon } from "./dom.ts";

type ResultsDeps = {
  words: Words;
  linkAttributes(url: string): Record<string, string>;
  search(query: string, signal: AbortSignal): Promise<FoundResult[]>;
  onAsk(): void;
  /** Back to the box. */
  onBack(): void;
  announce(text: string): void;
  /** A page was chosen. */
  onLeave(): void;
};

const pauseMs = 120;
const leastCharacters = 2;
const longestQuery = 300;

export type Results = ReturnType<typeof createResults>;

/** Pages that fit what is being typed, below the row that asks. What is outdated is called off. */
export function createResults(deps: ResultsDeps) {
  const { words } = deps;
  const element = h("div", { class: "results", hidden: true });
  let running: AbortController | undefined;
  let timer = 0;

  const clear = () => {
    running?.abort();
    clearTimeout(timer);
    element.replaceChildren();
    element.hidden = true;
  };
  const show = (query: string, found: FoundResult[] | undefined) => {
    const ask = h(
      "button",
      { type: "button", class: "result result-ask", click: deps.onAsk },
      icon("spark"),
      h("span", { class: "result-text" }, h("span", { class: "result-title" }, askWords(query))),
    );
    const rows = (found ?? []).flatMap((result) => resultRow(result, deps) ?? []);
    const list = h(
      "ul",
      { "aria-label": words.results },
      ...[ask, ...rows].map((row) => h("li", {}, row)),
    );
    const isEmpty = found !== undefined && rows.length === 0;
    element.replaceChildren(list);
    if (isEmpty) element.append(h("p", { class: "soft" }, words.noResults));
    element.hidden = false;
  };
  const askWords = (query: string) => fill(words.askRow, { question: query });
  const look = async (query: string) => {
    running?.abort();
    const now = new AbortController();
    running = now;
    try {
      const found = await deps.search(query, now.signal);
      if (now.signal.aborted) return;
      show(query, onePerPlace(found));
      const isEmpty = found.length === 0;
      deps.announce(isEmpty ? words.noResults : fill(words.resultCount, { count: found.length }));
    } catch {
      // The box still asks: what is wrong is said where it counts, with the answer.
      if (!now.signal.aborted) show(query, undefined);
    }
  };
  element.addEventListener("keydown", (event) => moveFocus(event, element, deps.onBack));
  return {
    element,
    clear,
    update(text: string): void {
      const query = text.trim();
      clearTimeout(timer);
      if (query.length < leastCharacters || query.length > longestQuery) {
        clear();
        return;
      }
      if (element.hidden) show(query, undefined);
      timer = window.setTimeout(() => void look(query), pauseMs);
    },
    /** True when there is a row to go to. */
    enter(): boolean {
      const row = element.querySelector<HTMLElement>(".result");
      row?.focus();
      return row !== null && !element.hidden;
    },
  };
}

/** Several passages under one heading are one row. */
function onePerPlace(found: FoundResult[]): FoundResult[] {
  const seen = new Set<string>();
  return found.filter(({ metadata: { url } }) => !seen.has(url) && seen.add(url));
}

function resultRow({ metadata }: FoundResult, deps: ResultsDeps): HTMLElement | undefined {
  const { title, heading, description } = metadata;
  const url = webAddress(metadata.url);
  if (!url) return undefined;
  const below = heading !== title ? heading : description;
  return h(
    "a",
    { class: "result", href: url, ...deps.linkAttributes(url), click: deps.onLeave },
    icon("page"),
    h(
      "span",
      { class: "result-text" },
      h("span", { class: "result-title" }, title),
      below !== "" && h("span", { class: "result-place" }, below),
    ),
  );
}

function moveFocus(event: KeyboardEvent, list: HTMLElement, onBack: () => void): void {
  const rows = [...list.querySelectorAll<HTMLElement>(".result")];
  const at = rows.findIndex((row) =>
    row.contains(event.target instanceof Node ? event.target : null),
  );
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const next = rows[at + step];
  if (next) next.focus();
  else if (step < 0) onBack();
}
