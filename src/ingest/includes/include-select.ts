import type { Selection } from "./include-request.ts";

const maxRanges = 50;
/** Marks around a named part: sections of snippets, editors' regions, anchors. */
const sectionMark =
  /(?:--8<--\s{0,5}\[(start|end):|#(region|endregion)\b\s{0,5}|#pragma (region|endregion)\s{0,5}|ANCHOR(_END)?:\s{0,5}|\b(tag|end)::(?=[\w.-]{1,100}\[\]))\s{0,5}([\w.:-]{0,100})/;

/** The wanted lines, without the marks that name parts of a file; undefined when the part is not there. */
export function selectLines(lines: string[], selection: Selection): string[] | undefined {
  if (selection.kind === "lines") {
    return selection.ranges
      .slice(0, maxRanges)
      .flatMap(({ from, to }) => lines.slice(Math.max(from, 1) - 1, Math.max(to, 0)));
  }
  if (selection.kind === "between") return between(lines, selection.after, selection.before);
  if (selection.kind === "all") return lines.filter((line) => markOf(line) === undefined);
  return section(lines, selection.name);
}

function section(lines: string[], name: string): string[] | undefined {
  const start = lines.findIndex((line) => isMark(line, name, true));
  if (start === -1) return undefined;
  const length = lines.slice(start + 1).findIndex((line) => isMark(line, name, false));
  const found = lines.slice(start + 1, length === -1 ? undefined : start + 1 + length);
  return found.filter((line) => markOf(line) === undefined);
}

/** An end mark often has no name of its own. */
function isMark(line: string, name: string, isStart: boolean): boolean {
  const mark = markOf(line);
  if (mark === undefined || mark.isStart !== isStart) return false;
  return mark.name === name || (!isStart && mark.name === "");
}

function markOf(line: string): { isStart: boolean; name: string } | undefined {
  if (line.length > 500) return undefined;
  const match = sectionMark.exec(line);
  if (match === null) return undefined;
  const [, start, region, pragma, anchorEnd, tag, name = ""] = match;
  const word = start ?? region ?? pragma ?? tag ?? (anchorEnd === undefined ? "start" : "end");
  return { isStart: !word.startsWith("end"), name };
}

function between(
  lines: string[],
  after: string | undefined,
  before: string | undefined,
): string[] | undefined {
  const text = lines.join("\n");
  const found = after === undefined ? 0 : text.indexOf(after);
  if (found === -1) return undefined;
  const start = found + (after?.length ?? 0);
  const end = before === undefined ? -1 : text.indexOf(before, start);
  return text.slice(start, end === -1 ? undefined : end).split("\n");
}
