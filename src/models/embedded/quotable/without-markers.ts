import { outsideCode } from "./outside-code.ts";

/**
 * Quoted prose without anything that reads like one of our own citation markers: `[3]` as a footnote is dropped,
 * `items[3]` is escaped. Inline code keeps its brackets.
 */
export function withoutMarkers(text: string): string {
  return outsideCode(text, (prose) => escapeIndexes(dropFootnotes(prose)));
}

const bracketed = String.raw`\\?\[[\s\d,;^–-]{1,80}\\?\]`;
const footnote = new RegExp(`(?:[ \\t]|(?<![\\w\\])]))${bracketed}(?!\\()`, "g");
const anyBracketed = new RegExp(bracketed, "g");

function dropFootnotes(prose: string): string {
  return prose.replace(footnote, (match) => (/\d/.test(match) ? "" : match));
}

// Dropping can bring brackets together that were apart, so this runs last and leaves no bare `[3]` behind.
function escapeIndexes(prose: string): string {
  return prose.replace(anyBracketed, (match) =>
    /\d/.test(match) ? `\\[${match.replace(/[\\[\]]/g, "")}\\]` : match,
  );
}
