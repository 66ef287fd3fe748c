import type { FileDiff } from "../../contract/changes.ts";
import { AppError } from "../../lib/app-error.ts";
import { readPatch } from "../overlay/read-patch.ts";
import { runGit, startGit } from "../run/git.ts";
import { outputLines } from "../run/output-lines.ts";
import { type ScratchRepository, withScratchRepository } from "../run/scratch-repository.ts";
import { isCommitId } from "./is-commit-id.ts";
import { mergeBase } from "./merge-base.ts";

export type Diff = { files: FileDiff[]; truncated: boolean };

const maxFiles = 1_000;
const maxLineBytes = 8 * 1024;
const timeoutMs = 60_000;

/** What the head changed since it left the base; a long diff is cut, a file's counts are always of the whole. */
export async function diffCommits(repository: string, base: string, head: string): Promise<Diff> {
  if (!isCommitId(base) || !isCommitId(head)) {
    throw new AppError("invalid_request", "A commit is named by its full id.");
  }
  const from = (await mergeBase(repository, base, head)) ?? base;
  return withScratchRepository(repository, { keep: false }, async (scratch) => {
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
  const fields = stdout.toString("utf8").split("\0").values();
  const changed: Changed[] = [];
  const byPath = new Map<string, FileDiff>();
  for (const field of fields) {
    if (field.startsWith(":")) {
      const one = readRaw(field, fields);
      changed.push(one);
      byPath.set(one.file.path, one.file);
    } else if (field !== "") readCounts(field, fields, byPath);
  }
  return changed;
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
