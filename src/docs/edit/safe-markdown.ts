import { readCodeSpan } from "../page/code-span.ts";
import type { FencedBlock } from "../page/fence.ts";
import { directiveOf } from "../page/markup/directives.ts";
import { type Page, readPage } from "../page/page.ts";
import type { PageFormat } from "../page/page-format.ts";
import type { Region } from "../page/region.ts";

/** Text from outside as Markdown that a page can hold: no tags, no expressions, no statements; code stays as it is. */
export function safeMarkdown(text: string, format: PageFormat): string {
  const clean = text.replaceAll("\r\n", "\n").replaceAll("\0", "").toWellFormed().trim();
  const special = format === "mdx" ? /\\?[<{}]/g : /\\?</g;
  const page = readPage(`\n${clean}`, "md");
  const isCode = surelyCode(page);
  const escaped = page.regions
    .map((region) => {
      const piece = page.source.slice(region.start, region.end);
      return isCode(region) ? piece : piece.replace(special, (found) => `\\${found.at(-1)}`);
    })
    .join("")
    .trimStart();
  // Such a line would be a statement of MDX, not text.
  return format === "mdx" ? escaped.replace(/^(?=import\b|export\b)/gm, "&#8203;") : escaped;
}

/** Only what every reader of Markdown and MDX takes for code: spans, and fenced blocks that none of them ends earlier. */
function surelyCode({ source, fences }: Page): (region: Region) => boolean {
  if (fences.some(({ info }) => directiveOf(info) !== undefined)) return () => false;
  const blocks = new Map(fences.map((fence) => [fence.start, fence]));
  return ({ kind, start, end }) => {
    const block = blocks.get(start);
    if (kind !== "code") return false;
    return block === undefined
      ? readCodeSpan(source, start).end === end
      : !endsEarly(source, block);
  };
}

function endsEarly(source: string, { body, marker, length }: FencedBlock): boolean {
  const lines = source.slice(body.start, body.end).split("\n");
  return lines.some((line) => line.replace(/^[\s>]+/, "").startsWith(marker.repeat(length)));
}
