import { sentences } from "../../../text/sentences.ts";
import type { QuotableBlock } from "./blocks.ts";
import { hole } from "./mark-holes.ts";

/** The block without the sentences, items and rows that have a hole; undefined when nothing is left. */
export function withoutHoles(block: QuotableBlock): QuotableBlock | undefined {
  if (block.kind === "code" || isWhole(block.text)) return block;
  if (block.kind === "list" || block.kind === "steps") {
    const writtenItems = block.writtenItems.filter(isWhole);
    if (writtenItems.length === 0) return undefined;
    const items = block.items.filter(isWhole);
    return { ...block, text: writtenItems.join("\n"), items, writtenItems };
  }
  if (block.kind === "table") {
    const items = block.items.filter(isWhole);
    const lines = block.text.split("\n").filter(isWhole);
    return items.length > 1 ? { ...block, text: lines.join("\n"), items } : undefined;
  }
  const text = sentences(block.text.replaceAll("\n", " "))
    .map((sentence) => sentence.text.trim())
    .filter(isWhole)
    .join(" ");
  return text === "" ? undefined : { ...block, text };
}

function isWhole(text: string): boolean {
  return !text.includes(hole);
}
