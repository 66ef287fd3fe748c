import type { Citation } from "../../../src/contract/answer-events.ts";
import { webAddress } from "../../shared/web-address.ts";
import { fill } from "../languages/fill.ts";
import type { Words } from "../languages/words.ts";
import { h, icon } from "./dom.ts";

type CardDeps = { words: Words; linkAttributes(url: string): Record<string, string> };

/** Keeps a marker on the line of the word it follows. */
const wordJoiner = "\u2060";

/** The small number in the text, and the card it opens: the words of the docs that a statement rests on. */
export function citationMarker(citation: Citation, deps: CardDeps): HTMLElement {
  const { n, title } = citation;
  const card = citationCard(citation, deps);
  const label = fill(deps.words.citation, { number: n, title });
  const button = h("button", { type: "button", class: "marker", "aria-label": label }, String(n));
  button.popoverTargetElement = card;
  button.addEventListener("click", () => place(card, button));
  return h("sup", {}, wordJoiner, button, card);
}

/** Citations arrive after the text that names them. */
export function pendingMarker(number: number): HTMLElement {
  return h("sup", {}, wordJoiner, h("span", { class: "marker marker-pending" }, String(number)));
}

function citationCard(citation: Citation, deps: CardDeps): HTMLElement {
  const { title, heading, quote } = citation;
  const url = webAddress(citation.url);
  const shown = heading && heading !== title ? `${title} › ${heading}` : title;
  const name = h("span", { class: "card-title" }, shown);
  return h(
    "span",
    { popover: "auto", class: "card", role: "group", "aria-label": shown },
    name,
    h("span", { class: "card-quote", tabindex: 0 }, quote),
    h(
      "span",
      { class: "card-foot" },
      h("span", {}, linesOf(citation, deps.words)),
      url && sourceLink(url, deps),
    ),
  );
}

function sourceLink(url: string, { words, linkAttributes }: CardDeps): HTMLElement {
  const attributes = linkAttributes(url);
  const link = h("a", { href: url, ...attributes }, openLabel(url), icon("external", 13));
  if (attributes.target) link.append(h("span", { class: "hidden" }, ` (${words.newTab})`));
  return link;
}

function openLabel(url: string): string {
  const { host, pathname } = new URL(url);
  const path = pathname.length > 34 ? `…${pathname.slice(-33)}` : pathname;
  return host === location.host ? path : host + (path === "/" ? "" : path);
}

function linesOf({ startLine, endLine }: Citation, words: Words): string {
  if (startLine === endLine) return fill(words.line, { line: startLine });
  return fill(words.lines, { lines: `${startLine}–${endLine}` });
}

/** The cited places below an answer, each once. */
export function sourceList(citations: Citation[], deps: CardDeps): HTMLElement | undefined {
  const shown = citations.filter(({ supported }) => supported);
  if (shown.length === 0) return undefined;
  const items = shown.map((citation) => h("li", {}, sourceCard(citation, deps)));
  return h(
    "div",
    { class: "sources", role: "group", "aria-label": deps.words.sources },
    h("p", { class: "small-title", "aria-hidden": "true" }, deps.words.sources),
    h("ol", {}, ...items),
  );
}

function sourceCard(citation: Citation, deps: CardDeps): HTMLElement {
  const { n, title, heading } = citation;
  const url = webAddress(citation.url);
  const place = heading && heading !== title ? heading : "";
  const lines = linesOf(citation, deps.words);
  const inside = [
    h("span", { class: "source-number", "aria-hidden": "true" }, String(n)),
    h(
      "span",
      { class: "source-text" },
      h("span", { class: "source-title" }, title),
      h("span", { class: "source-place" }, place ? `${place} · ${lines}` : lines),
    ),
  ];
  if (!url) return h("span", { class: "source" }, ...inside);
  const attributes = deps.linkAttributes(url);
  const hint = attributes.target && h("span", { class: "hidden" }, ` (${deps.words.newTab})`);
  return h("a", { class: "source", href: url, ...attributes }, ...inside, hint);
}

const gapPx = 8;

/** Beside the marker, inside the window. */
function place(card: HTMLElement, marker: HTMLElement): void {
  const { left, top, bottom } = marker.getBoundingClientRect();
  const width = Math.min(360, innerWidth - 4 * gapPx);
  const isLow = bottom > innerHeight * 0.6;
  const x = Math.max(gapPx, Math.min(left - 24, innerWidth - width - 2 * gapPx));
  card.style.setProperty("--x", `${x}px`);
  card.style.setProperty("--top", isLow ? "auto" : `${bottom + gapPx}px`);
  card.style.setProperty("--bottom", isLow ? `${innerHeight - top + gapPx}px` : "auto");
}
