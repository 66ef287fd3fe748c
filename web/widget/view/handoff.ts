import type { Turn } from "../conversation/turn.ts";
import type { Words } from "../languages/words.ts";
import { h, icon } from "./dom.ts";

type HandoffDeps = {
  words: Words;
  kind: "link" | "event" | "off";
  url: string | undefined;
  label: string | undefined;
  turns: Turn[];
  onHandoff(): void;
};

const longestBody = 1_500;

/** The way to a person, where the site offers one. */
export function handoffView(turn: Turn, deps: HandoffDeps): HTMLElement | undefined {
  const { words, kind, label = words.handoff, onHandoff } = deps;
  const url = kind === "link" ? handoffAddress(turn, deps) : undefined;
  if (kind === "off" || (kind === "link" && !url)) return undefined;
  const inside = [icon("person", 15), h("span", {}, label)];
  const isMail = url?.startsWith("mailto:");
  const place = isMail ? {} : { target: "_blank", rel: "noopener" };
  const way = url
    ? h("a", { class: "button", href: url, ...place, click: onHandoff }, ...inside)
    : h("button", { type: "button", class: "button", click: onHandoff }, ...inside);
  return h("div", { class: "handoff" }, h("p", { class: "soft" }, words.handoffText), way);
}

/** The site's address with what was asked in it; a mail gets the conversation as its text. */
export function handoffAddress(
  { question }: Turn,
  { url, turns }: Pick<HandoffDeps, "url" | "turns">,
): string | undefined {
  if (!url || !URL.canParse(url, location.href)) return undefined;
  const { protocol } = new URL(url, location.href);
  if (!["https:", "http:", "mailto:"].includes(protocol)) return undefined;
  const filled = url.replaceAll("{question}", encodeURIComponent(question.toWellFormed()));
  if (protocol !== "mailto:" || url.includes("?")) return filled;
  const said = turns.map((turn) => `> ${turn.question}\n\n${turn.text}`).join("\n\n");
  const subject = encodeURIComponent(question.slice(0, 150).toWellFormed());
  const body = encodeURIComponent(
    `\n\n${location.href}\n\n${said}`.slice(0, longestBody).toWellFormed(),
  );
  return `${filled}?subject=${subject}&body=${body}`;
}
