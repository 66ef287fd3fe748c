import type { ReaderSearch } from "../../../../src/contract/reader/reader-search.ts";
import { markWords } from "./mark-words.ts";
import type { Recent } from "./recents.ts";

/** Something that can be chosen. */
export type Choice = { row: HTMLElement };

type Results = {
  found: ReaderSearch | undefined;
  recents: Recent[];
  text: string;
  askFor: { ask(question: string): void; text: string } | undefined;
  /** Closes the dialog, and remembers what was opened. */
  leave(recent?: Recent): void;
};

/** Draws what was found; asking comes last. */
export function drawResults(list: HTMLElement, results: Results): Choice[] {
  const { found, recents, text, askFor, leave } = results;
  const choices: Choice[] = [];
  const groups: HTMLElement[] = [];
  const add = (row: HTMLElement): HTMLElement => {
    row.id = `dx:search-row-${choices.length}`;
    row.setAttribute("role", "option");
    row.tabIndex = -1;
    choices.push({ row });
    return row;
  };
  const link = (url: string, recent: Recent) => {
    const row = document.createElement("a");
    row.className = "search-row";
    row.href = url;
    row.addEventListener("click", () => leave(recent));
    return row;
  };
  if (recents.length > 0)
    groups.push(
      group(
        "Recent",
        recents.map((recent) => add(withTexts(link(recent.url, recent), recent.title, "", ""))),
      ),
    );
  for (const { title, section, url, hits } of found?.pages ?? []) {
    const rows = hits.map((hit) => {
      const recent = { title: hit.heading, url: hit.url || url };
      return add(withTexts(link(recent.url, recent), hit.heading, hit.text, text));
    });
    groups.push(group([...section, title].join(" › "), rows));
  }
  if (askFor) {
    const row = document.createElement("div");
    row.className = "search-row search-ask";
    row.addEventListener("click", () => {
      leave();
      askFor.ask(askFor.text);
    });
    groups.push(group("Ask AI", [add(withTexts(row, `Ask AI: “${askFor.text}”`, "", ""))]));
  }
  list.replaceChildren(...groups);
  // A list of nothing is no list.
  if (choices.length > 0) list.setAttribute("role", "listbox");
  else list.removeAttribute("role");
  list.setAttribute("aria-label", "Results");
  if (choices.length === 0) list.removeAttribute("aria-label");
  if (text !== "" && (found?.pages.length ?? 0) === 0) list.prepend(note(found, choices));
  return choices;
}

function note(found: ReaderSearch | undefined, choices: Choice[]): HTMLElement {
  const words = found
    ? "No page was found. Try other words."
    : "The search cannot be reached just now.";
  const text = document.createElement("p");
  text.className = "search-empty";
  text.textContent = words;
  if (choices.length > 0) text.setAttribute("role", "presentation");
  return text;
}

function group(title: string, rows: HTMLElement[]): HTMLElement {
  const box = document.createElement("div");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", title);
  const head = document.createElement("div");
  head.className = "search-group";
  head.textContent = title;
  head.setAttribute("aria-hidden", "true");
  box.append(head, ...rows);
  return box;
}

function withTexts(row: HTMLElement, title: string, text: string, query: string): HTMLElement {
  const name = document.createElement("strong");
  name.append(...markWords(title, query));
  row.append(name);
  if (text === "") return row;
  const words = document.createElement("span");
  words.append(...markWords(text, query));
  row.append(words);
  return row;
}
