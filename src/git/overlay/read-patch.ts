import type { FileDiff } from "../../contract/changes.ts";

type Hunk = FileDiff["hunks"][number];

const maxLines = 20_000;
const maxTotalLength = 4 * 1024 * 1024;
const maxTextLength = 2_000;

/**
 * Fills in the hunks of files from the lines of a patch that has the files in the same order. False: the patch was too
 * long, and its end was left out.
 */
export async function readPatch(lines: AsyncIterable<string>, files: FileDiff[]): Promise<boolean> {
  const order = files.values();
  let file: FileDiff | undefined;
  let hunk: OpenHunk | undefined;
  let [count, length] = [0, 0];
  for await (const line of lines) {
    count += 1;
    length += line.length;
    if (count > maxLines || length > maxTotalLength) return false;
    if (hunk !== undefined && !isComplete(hunk)) addLine(hunk, line);
    else if (line.startsWith("diff --git ")) file = order.next().value;
    else if (line.startsWith("@@ ")) {
      hunk = openHunk(line);
      if (hunk !== undefined) file?.hunks.push(hunk.shown);
    }
  }
  return true;
}

type OpenHunk = { shown: Hunk; oldLine: number; newLine: number; oldEnd: number; newEnd: number };

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function openHunk(line: string): OpenHunk | undefined {
  const found = hunkHeader.exec(line);
  if (found === null) return undefined;
  const [oldLine, oldCount, newLine, newCount] = found
    .slice(1, 5)
    .map((number) => Number(number ?? 1));
  if (oldLine === undefined || newLine === undefined) return undefined;
  return {
    shown: { header: shortened(line), lines: [] },
    oldLine,
    newLine,
    oldEnd: oldLine + (oldCount ?? 1),
    newEnd: newLine + (newCount ?? 1),
  };
}

/** The header says how long a hunk is, so that no line of a file is taken for a part of the patch. */
function isComplete({ oldLine, newLine, oldEnd, newEnd }: OpenHunk): boolean {
  return oldLine >= oldEnd && newLine >= newEnd;
}

function addLine(hunk: OpenHunk, line: string): void {
  const mark = line.charAt(0);
  // "\ No newline at end of file" is no line of the file.
  if (mark === "\\") return;
  const text = shortened(line.slice(1));
  const [oldLine, newLine] = [hunk.oldLine, hunk.newLine];
  if (mark !== "+") hunk.oldLine += 1;
  if (mark !== "-") hunk.newLine += 1;
  const { lines } = hunk.shown;
  if (mark === "+") lines.push({ kind: "added", text, oldLine: null, newLine });
  else if (mark === "-") lines.push({ kind: "removed", text, oldLine, newLine: null });
  else lines.push({ kind: "context", text, oldLine, newLine });
}

function shortened(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength).toWellFormed()}…` : text;
}
