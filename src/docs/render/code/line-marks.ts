import type { FenceInfo } from "./fence-info.ts";

export type LineKind = "" | "marked" | "inserted" | "deleted";
export type MarkedLine = { text: string; kind: LineKind };

const noted =
  /[ \t]{0,20}(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)[ \t]{0,4}\[!code[ \t]{1,4}(hl|highlight|focus|\+\+|--|warning|error)(?::(\d{1,4}))?\](?:[ \t]{0,4}(?:\*\/\}?|-->))?$/;
const ordered =
  /^(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)[ \t]{0,4}(?:highlight|diff)-(next-line|start|end|add|remove)(?:[ \t]{0,4}(?:\*\/\}?|-->))?$/;
const longestLine = 2_000;

/** Lines without the comments that mark them, each with what it is marked as. */
export function readLineMarks(lines: string[], info: FenceInfo): MarkedLine[] {
  const kinds = new Map<number, LineKind>();
  const kept: MarkedLine[] = [];
  let inside = false;
  let isNext = false;
  for (const line of lines) {
    const order = line.length > longestLine ? undefined : ordered.exec(line.trim())?.[1];
    if (order !== undefined) {
      isNext = order === "next-line";
      if (order === "start" || order === "end") inside = order === "start";
      continue;
    }
    const number = kept.length + 1;
    const note =
      line.includes("[!code") && line.length <= longestLine ? noted.exec(line.trimEnd()) : null;
    if (note !== null) {
      const count = Math.min(Number(note[2] ?? 1), 1_000);
      for (let later = 0; later < count; later += 1) kinds.set(number + later, noteKind(note[1]));
    } else if (inside || isNext) kinds.set(number, "marked");
    isNext = false;
    kept.push({ text: note === null ? line : line.slice(0, note.index), kind: "" });
  }
  const isDiff = info.language === "diff";
  return kept.map(({ text }, index) => {
    const kind = kinds.get(index + 1) ?? infoKind(info, index + 1);
    return { text, kind: kind === "" && isDiff ? diffKind(text) : kind };
  });
}

function noteKind(word: string | undefined): LineKind {
  if (word === "++") return "inserted";
  return word === "--" ? "deleted" : "marked";
}

function infoKind({ marked, inserted, deleted }: FenceInfo, line: number): LineKind {
  if (inserted.has(line)) return "inserted";
  if (deleted.has(line)) return "deleted";
  return marked.has(line) ? "marked" : "";
}

function diffKind(text: string): LineKind {
  if (/^\+(?!\+\+ )/.test(text)) return "inserted";
  return /^-(?!-- )/.test(text) ? "deleted" : "";
}
