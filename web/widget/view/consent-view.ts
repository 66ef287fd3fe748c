import { fill } from "../languages/fill.ts";
import type { Words } from "../languages/words.ts";
import { h } from "./dom.ts";

type ConsentDeps = { words: Words; text: string | undefined; host: string; onAgree(): void };

/** Asked before the first question leaves the browser. */
export function consentView({ words, text, host, onAgree }: ConsentDeps): HTMLElement {
  return h(
    "div",
    { class: "consent", role: "group" },
    h("p", {}, text ?? fill(words.consent, { host })),
    h("button", { type: "button", class: "button primary", click: onAgree }, words.agree),
  );
}
