import type { Unit } from "../quotable/units.ts";
import { withoutMarkers } from "../quotable/without-markers.ts";
import type { QuotedBlock } from "./pick-blocks.ts";

/** Sentences and blocks in reading order, each statement followed by the marker of its passage. */
export function layOut(picked: Unit[], quoted: QuotedBlock[]): string {
  const kept = withinBudget(picked);
  const last = quoted.at(-1);
  const isAfter = (unit: Unit) =>
    last !== undefined && (unit.passage !== last.passage || unit.block > last.block);
  const before = prose(kept.filter((unit) => !isAfter(unit)));
  const after = prose(kept.filter(isAfter));
  return [...before, ...quoted.map(quotation), ...after].join("\n\n");
}

const maxWords = 180;

function withinBudget(picked: Unit[]): Unit[] {
  let words = 0;
  return picked.filter((unit, index) => {
    words += unit.words;
    return index === 0 || words <= maxWords;
  });
}

function prose(picked: Unit[]): string[] {
  const paragraphs: string[] = [];
  const running: string[] = [];
  for (const own of byPassage(picked)) {
    const rows = own.filter((unit) => unit.form === "row");
    const items = own.filter((unit) => unit.form === "item");
    const asBullets = items.length > 1;
    const sentences = own.filter(
      (unit) => unit.form === "sentence" || (unit.form === "item" && !asBullets),
    );
    if (sentences.length > 0)
      running.push(marked(sentences.map((unit) => unit.text).join(" "), own));
    if (asBullets) {
      paragraphs.push(...running.splice(0));
      paragraphs.push(marked(items.map((unit) => `- ${unit.text}`).join("\n"), own));
    }
    for (const table of tables(rows))
      paragraphs.push(...running.splice(0), `${table}\n\n[${own[0]?.passage.n}]`);
  }
  return running.length > 0 ? [...paragraphs, running.join(" ")] : paragraphs;
}

/** Units grouped by passage, in the order the passages were first picked; inside a group, in document order. */
function byPassage(picked: Unit[]): Unit[][] {
  const groups = new Map<number, Unit[]>();
  for (const unit of picked) {
    groups.set(unit.passage.n, [...(groups.get(unit.passage.n) ?? []), unit]);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a.place - b.place));
}

function marked(text: string, group: Unit[]): string {
  return withMarker(text, group[0]?.passage.n ?? 0);
}

/** "Run this command:" takes its marker before the colon, so that the colon still points at the block. */
function withMarker(text: string, n: number): string {
  return text.endsWith(":") ? `${text.slice(0, -1)} [${n}]:` : `${text} [${n}]`;
}

/** Rows of one table under one header. */
function tables(rows: Unit[]): string[] {
  const byBlock = new Map<number, string[]>();
  for (const row of rows) {
    const lines = row.text.split("\n");
    const known = byBlock.get(row.block);
    byBlock.set(row.block, known === undefined ? lines : [...known, ...lines.slice(2)]);
  }
  return [...byBlock.values()].map((lines) => lines.join("\n"));
}

function quotation(block: QuotedBlock): string {
  const { n, title } = block.passage;
  if (block.leftOut) {
    return `The full text is too long to quote here; it is on the page “${withoutMarkers(title)}” [${n}].`;
  }
  if (block.intro === "") return `${block.text}\n\n[${n}]`;
  return `${withMarker(block.intro, n)}\n\n${block.text}`;
}
