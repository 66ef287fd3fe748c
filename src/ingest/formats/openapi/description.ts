import { closesFence, type Fence, openFence } from "../../../docs/page/fence.ts";
import { plainText } from "../../../docs/page/plain-text.ts";
import { escapeLine, fenceAround, oneLine } from "../../../text/markdown-writing.ts";
import { sentences } from "../../../text/sentences.ts";

const longestBlock = 20_000;
const longestLine = 2_000;
/** Marks that hide all that follows when nobody closes them. */
const hidingTags = ["script", "style", "pre"];

/** A description in Markdown, as a part below a heading of this level. What it leaves open ends with it. */
export function descriptionBlock(text: string, level: number): string {
  let fence: Fence | undefined;
  const source = text.slice(0, longestBlock).replace(/\r\n?/g, "\n").trim();
  const lines = withoutOpenTags(source).split("\n");
  const written = lines.map((line) => {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined;
      return line;
    }
    fence = openFence(line);
    return fence === undefined ? lowered(line, level) : line;
  });
  // Fences inside lists and quotes end in too many ways to be closed by hand.
  if (fence !== undefined) return fenceAround(written.join("\n"));
  return written.join("\n");
}

/** A description on one line, for items of a list. */
export function descriptionLine(text: string): string {
  const head = withoutOpenTags(text.slice(0, longestLine).trim());
  if (!/\n/.test(head)) return oneLine(head);
  const isPlain = !/^[ \t]*(?:[-*+>#|`~:]|\d{1,9}[.)])/m.test(head) && !/\n\s*\n/.test(head);
  return isPlain ? oneLine(head) : escapeLine(plainText(head));
}

export function firstSentence(text: string): string {
  const words = plainText(text.slice(0, longestLine)).split("\n", 1)[0] ?? "";
  return (sentences(words)[0]?.text ?? words).trim().slice(0, 300);
}

/** The text without comments; a tag that is opened more often than closed is shown as it is written. */
function withoutOpenTags(text: string): string {
  if (!text.includes("<")) return text;
  let safe = text.replace(/<!--[^<>]{0,300}-->/g, "").replaceAll("<!--", "\\<!--");
  for (const tag of hidingTags) {
    const opened = new RegExp(`<(?=${tag}\\b)`, "gi");
    const closed = new RegExp(`</${tag}\\b`, "gi");
    if (count(safe, opened) > count(safe, closed)) safe = safe.replace(opened, "\\<");
  }
  return safe;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function lowered(line: string, level: number): string {
  const mark = /^ {0,3}(#{1,6})(?=\s)/.exec(line);
  if (mark?.[1] === undefined) return line;
  return "#".repeat(Math.min(6, level + mark[1].length)) + line.slice(mark[0].length);
}
