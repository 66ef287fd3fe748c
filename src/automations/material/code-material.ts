import type { FileDiff } from "../../contract/changes.ts";
import { globMatcher } from "../../docs/site/glob.ts";
import { commitsBetween, countCommits } from "../../git/read/commits-between.ts";
import { diffCommits } from "../../git/read/diff.ts";
import { cutText } from "../../text/bounded.ts";
import { maskSecrets } from "../../text/safe/mask-secrets.ts";
import { visibleLine, visibleText } from "../../text/safe/visible-text.ts";

export type CodeRange = { from: string; to: string };

/** What a job is told of a repository of code: bounded, with secrets taken out, and with what was left out named. */
export type CodeMaterial = { diff: string; commits: string; paths: string };

const mostCommits = 50;
const longestCommit = 2_000;
const longestCommits = 20_000;

/** Reads git's own objects: nothing of the repository is checked out, followed or run. */
export async function codeMaterial(
  repository: string,
  range: CodeRange,
  paths: readonly string[],
): Promise<CodeMaterial> {
  const diff = await diffCommits(repository, range.from, range.to);
  const isMeant = paths.length === 0 ? () => true : globMatcher(paths);
  const files = diff.files.filter(({ path, oldPath }) => isMeant(path) || isMeant(oldPath));
  return {
    diff: clean(writeDiff(files, diff.truncated)),
    commits: clean(await writeCommits(repository, range)),
    paths: clean(writePaths(files)),
  };
}

function clean(text: string): string {
  const { text: masked, masked: count } = maskSecrets(visibleText(text));
  if (count === 0) return masked;
  return `${masked}\n(${count === 1 ? "One value that looked" : `${count} values that looked`} like a secret was taken out.)`;
}

async function writeCommits(repository: string, range: CodeRange): Promise<string> {
  const commits = await commitsBetween(repository, range, { count: mostCommits });
  const all = await countCommits(repository, range);
  const texts: string[] = [];
  let length = 0;
  for (const { id, message } of commits) {
    const text = `${id.slice(0, 10)} ${cutText(message, longestCommit).replaceAll("\n", "\n  ")}`;
    length += text.length;
    if (length > longestCommits) break;
    texts.push(text);
  }
  const left = all - texts.length;
  return [
    ...(texts.length === 0 ? ["(no commits)"] : texts),
    ...(left > 0 ? [`(${left} older commits were left out.)`] : []),
  ].join("\n");
}

const mostPaths = 300;

function writePaths(files: FileDiff[]): string {
  const lines = files.slice(0, mostPaths).map(({ path, oldPath, status, additions, deletions }) => {
    const from = status === "moved" ? `${visibleLine(oldPath)} -> ` : "";
    return `${status} ${from}${visibleLine(path)} (+${additions} -${deletions})`;
  });
  const left = files.length - lines.length;
  return [
    ...(lines.length === 0 ? ["(no files)"] : lines),
    ...(left > 0 ? [`(${left} more files were left out.)`] : []),
  ].join("\n");
}

const mostLines = 1_500;
const mostLinesOfFile = 300;
const longestLine = 400;
const longestDiff = 80_000;

/** What tools write, and nobody reads a change of. */
const generated =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|composer\.lock|Gemfile\.lock|go\.sum)$|\.(?:min\.js|min\.css|map|snap|svg|lock)$/;

function writeDiff(files: FileDiff[], isCut: boolean): string {
  const room = { lines: mostLines, length: longestDiff };
  const shown: string[] = [];
  const left: string[] = [];
  for (const file of files) {
    const text = room.lines > 0 && room.length > 0 ? writeFile(file, room) : undefined;
    if (text === undefined) left.push(visibleLine(file.path));
    else shown.push(text);
  }
  const more = left.length > 20 ? `, and ${left.length - 20} more` : "";
  return [
    ...(shown.length === 0 && left.length === 0 ? ["(no changed files)"] : shown),
    ...(left.length > 0
      ? [`(The lines of these files were left out: ${left.slice(0, 20).join(", ")}${more}.)`]
      : []),
    ...(isCut ? ["(The change is too large to be read as a whole: more was left out.)"] : []),
  ].join("\n");
}

type Room = { lines: number; length: number };

/** Undefined: its lines are left out. */
function writeFile(file: FileDiff, room: Room): string | undefined {
  if (file.binary || generated.test(file.path)) return undefined;
  const lines: string[] = [];
  let left = 0;
  for (const { header, lines: own } of file.hunks) {
    const texts = own.map(({ kind, text }) => `${marks[kind]}${cutText(text, longestLine)}`);
    for (const text of [header, ...texts]) {
      const fits = lines.length < mostLinesOfFile && room.lines > 0 && room.length > text.length;
      if (!fits) left += 1;
      else {
        lines.push(text);
        room.lines -= 1;
        room.length -= text.length + 1;
      }
    }
  }
  if (lines.length === 0 && left > 0) return undefined;
  const from = file.status === "moved" ? ` (was ${visibleLine(file.oldPath)})` : "";
  const head = `--- ${file.status}: ${visibleLine(file.path)}${from}`;
  room.length -= head.length;
  return [
    head,
    ...lines,
    ...(left > 0 ? [`(${left} more lines of this file were left out.)`] : []),
  ].join("\n");
}

const marks = { added: "+", removed: "-", context: " " };
