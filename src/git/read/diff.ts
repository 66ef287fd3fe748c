import type { FileDiff } from "../../contract/changes.ts";
import { createPace } from "../../lib/pace.ts";
import { cutText } from "../../text/bounded.ts";
import { runGit, startGit } from "../run/git.ts";
import { outputLines } from "../run/output-lines.ts";
import { type ScratchRepository, withScratchRepository } from "../run/scratch-repository.ts";
import { mergeBase, requireCommitId } from "./resolve-commit.ts";

export type Diff = { files: FileDiff[]; truncated: boolean };

const maxFiles = 1_000;
const maxLineBytes = 8 * 1024;
const timeoutMs = 60_000;

/** What the head changed since it left the base; a long diff is cut, a file's counts are always of the whole. */
export function diffCommits(repository: string, base: string, head: string): Promise<Diff> {
  return sinceParting(repository, { base, head }, async (scratch, from) => {
    const changed = await listChanged(scratch, from, head);
    // git shows a file that became a link, or the other way round, in two parts.
    const order = changed.flatMap(({ file, parts }) => Array<FileDiff>(parts).fill(file));
    const git = startGit(["diff-tree", ...options, "-p", "--end-of-options", from, head], {
      ...scratch,
      timeoutMs,
    });
    git.stdin.end();
    const whole = await readPatch(outputLines(git, maxLineBytes), order);
    const files = changed.map(({ file }) => file);
    return { files: files.slice(0, maxFiles), truncated: !whole || files.length > maxFiles };
  });
}

/** The files alone, without their lines. */
export function changedFiles(repository: string, base: string, head: string): Promise<FileDiff[]> {
  return sinceParting(repository, { base, head }, async (scratch, from) =>
    (await listChanged(scratch, from, head)).map(({ file }) => file),
  );
}

async function sinceParting<Found>(
  repository: string,
  { base, head }: { base: string; head: string },
  look: (scratch: ScratchRepository, from: string) => Promise<Found>,
): Promise<Found> {
  requireCommitId(base);
  requireCommitId(head);
  const from = (await mergeBase(repository, base, head)) ?? base;
  return withScratchRepository(repository, { keep: false }, (scratch) => look(scratch, from));
}

const options = ["-r", "-M", "-l1000", "--no-color", "--submodule=short", "--full-index"];

type Changed = { file: FileDiff; parts: number };

async function listChanged(
  scratch: ScratchRepository,
  from: string,
  head: string,
): Promise<Changed[]> {
  const args = [
    "diff-tree",
    ...options,
    "-z",
    "--raw",
    "--numstat",
    "--end-of-options",
    from,
    head,
  ];
  const { stdout } = await runGit(args, { ...scratch, timeoutMs });
  const fields = fieldsOf(stdout);
  const changed: Changed[] = [];
  const byPath = new Map<string, FileDiff>();
  const pace = createPace();
  for (const field of fields) {
    // A few trees that hold each other over and over make a change of a hundred thousand files.
    await pace();
    if (field.startsWith(":")) {
      const one = readRaw(field, fields);
      changed.push(one);
      byPath.set(one.file.path, one.file);
    } else if (field !== "") readCounts(field, fields, byPath);
  }
  return changed;
}

/** What stands before each NUL, decoded as it is asked for. */
function* fieldsOf(output: Buffer): Generator<string> {
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    yield output.toString("utf8", start, end);
    start = end + 1;
  }
}

const statuses: Record<string, FileDiff["status"]> = { A: "added", D: "deleted", R: "moved" };

/** `:100644 100644 id id R100`, then the path, or the old and the new one. */
function readRaw(field: string, fields: Iterator<string>): Changed {
  const letter = field.slice(field.lastIndexOf(" ") + 1).charAt(0);
  const oldPath: string = fields.next().value ?? "";
  const path: string = letter === "R" ? (fields.next().value ?? "") : oldPath;
  const status = statuses[letter] ?? "modified";
  const counts = { binary: false, additions: 0, deletions: 0 };
  return { file: { path, oldPath, status, ...counts, hunks: [] }, parts: letter === "T" ? 2 : 1 };
}

/** `1<tab>2<tab>path`; a moved file has its two paths in the next fields. Binary files have no counts. */
function readCounts(field: string, fields: Iterator<string>, byPath: Map<string, FileDiff>): void {
  const [additions = "", deletions = "", ...rest] = field.split("\t");
  let path: string = rest.join("\t");
  if (path === "") {
    fields.next();
    path = fields.next().value ?? "";
  }
  const file = byPath.get(path);
  if (file === undefined) return;
  file.binary = additions === "-";
  file.additions = Number.parseInt(additions, 10) || 0;
  file.deletions = Number.parseInt(deletions, 10) || 0;
}

type Hunk = FileDiff["hunks"][number];

const maxLines = 20_000;
const maxTotalLength = 4 * 1024 * 1024;
const maxTextLength = 2_000;

/**
 * Fills in the hunks of files from the lines of a patch that has the files in the same order. False: the patch was too
 * long, and its end was left out.
 */
async function readPatch(lines: AsyncIterable<string>, files: FileDiff[]): Promise<boolean> {
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
    shown: { header: cutText(line, maxTextLength), lines: [] },
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
  const text = cutText(line.slice(1), maxTextLength);
  const [oldLine, newLine] = [hunk.oldLine, hunk.newLine];
  if (mark !== "+") hunk.oldLine += 1;
  if (mark !== "-") hunk.newLine += 1;
  const { lines } = hunk.shown;
  if (mark === "+") lines.push({ kind: "added", text, oldLine: null, newLine });
  else if (mark === "-") lines.push({ kind: "removed", text, oldLine, newLine: null });
  else lines.push({ kind: "context", text, oldLine, newLine });
}
