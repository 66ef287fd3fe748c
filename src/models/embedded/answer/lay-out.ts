import { fencesByLine } from "../quotable/fenced-lines.ts";
import { withoutMarkers } from "../quotable/without-markers.ts";
import { headingOf, type Part, type PartBlock } from "./page-parts.ts";
import type { Quotation } from "./quote-part.ts";

/** A quotation as Markdown; what stands in one passage is followed by the marker of that passage. */
export function layOut(part: Part, quotation: Quotation, withHeading: boolean): string {
  if (!quotation.some((block) => block !== undefined && block.kind !== "heading")) return "";
  const pieces: string[] = withHeading ? [`**${plainHeading(headingOf(part))}**`] : [];
  for (const [index, block] of quotation.entries()) {
    if (block === undefined) {
      pieces.push("…");
      continue;
    }
    const text = textOf(block);
    const next = quotation.slice(index + 1).find((other) => other !== undefined);
    pieces.push(next?.n === block.n ? text : withMarker(block, text));
  }
  return pieces.join("\n\n");
}

function plainHeading(heading: string): string {
  return withoutMarkers(heading).replaceAll("**", "").trim();
}

function textOf(block: PartBlock): string {
  if (block.kind === "heading") return `**${plainHeading(block.text)}**`;
  if (block.kind === "quote") return withoutMarkersInBlock(block.text).replace(/^/gm, "> ");
  return block.kind === "code" ? block.text : withoutMarkersInBlock(block.text);
}

function withMarker(block: PartBlock, text: string): string {
  const isProse = block.kind === "paragraph" || block.kind === "quote" || block.kind === "list";
  const last = text.slice(text.lastIndexOf("\n") + 1);
  if (!isProse || /^\s*(?:```|~~~|\|)|^\s*$/.test(last)) return `${text}\n\n[${block.n}]`;
  return text.endsWith(":") ? `${text.slice(0, -1)} [${block.n}]:` : `${text} [${block.n}]`;
}

function withoutMarkersInBlock(text: string): string {
  const fences = fencesByLine(text);
  let codeEnd = 0;
  return text
    .split("\n")
    .map((line, index) => {
      codeEnd = Math.max(codeEnd, fences.get(index)?.next ?? 0);
      return index < codeEnd ? line : withoutMarkers(line);
    })
    .join("\n");
}
