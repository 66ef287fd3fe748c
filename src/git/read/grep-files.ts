import { isPath } from "../../lib/repository-path.ts";
import type { GrepSource } from "../overlay/grep-overlay.ts";
import { askGit } from "../run/ask-git.ts";

const timeoutMs = 15_000;
const maxTexts = 100;

/** Paths of the text files that hold one of the texts, to the letter, in order. Texts with line ends find nothing. */
export async function grepFiles(source: GrepSource, texts: string[]): Promise<string[]> {
  const wanted = [...new Set(texts)].filter(isSearchable).slice(0, maxTexts);
  if (wanted.length === 0) return [];
  const { files } = source;
  const found = await committedFiles(source, wanted);
  const paths = found.filter(
    (path) => files.find(path) !== undefined && !files.isChanged(path) && isPath(path),
  );
  for (const { path, content, encoding } of files.changes()) {
    if (content === null || encoding !== undefined) continue;
    if (wanted.some((text) => content.includes(text))) paths.push(path);
  }
  return paths.sort();
}

function isSearchable(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git takes each line of a query for another query.
  return text !== "" && text.isWellFormed() && !/[\u0000\r\n]/.test(text);
}

async function committedFiles(source: GrepSource, texts: string[]): Promise<string[]> {
  const { repository, commit, signal } = source;
  const args = [
    "grep",
    ...["--fixed-strings", "--files-with-matches", "-I", "--null", "--full-name"],
    ...["--no-textconv", "--no-color", "--no-recurse-submodules", "--no-ignore-case"],
    ...texts.flatMap((text) => ["-e", text]),
    ...[commit, "--"],
  ];
  const options = { gitDirectory: repository, timeoutMs, ...(signal && { signal }) };
  const { stdout } = await askGit(args, options);
  const names = stdout.toString("utf8").split("\0");
  return names.flatMap((name) =>
    name.startsWith(`${commit}:`) ? [name.slice(commit.length + 1)] : [],
  );
}
