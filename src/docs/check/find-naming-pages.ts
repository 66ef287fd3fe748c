import type { Pace } from "../../lib/pace.ts";
import type { ReadTree } from "../tree/open-tree.ts";

const separators = /[\s/\\()#?"'<>[\]{}=|&,;`]+/;
const longestWord = 300;

/** Pages whose text holds one of the names that links end with. A cheap look, so that few pages have to be parsed. */
export async function findNamingPages(
  docs: ReadTree,
  names: ReadonlySet<string>,
  pace: Pace,
): Promise<string[]> {
  if (names.size === 0) return [];
  const wanted = new Set([...names].flatMap(spellings));
  const found: string[] = [];
  for await (const { path, content } of docs.files.readEach([...docs.pages.keys()])) {
    if (mentions(content, wanted)) found.push(path);
    await pace();
  }
  return found;
}

function spellings(name: string): string[] {
  const word = name.split(separators).at(-1) ?? name;
  return [word, encodeURIComponent(word.toWellFormed()), encodeURI(word.toWellFormed())];
}

function mentions(text: string, wanted: ReadonlySet<string>): boolean {
  // Links to the top name nothing.
  if (wanted.has("") && /\]\(\/[)#]|="\/["#]/.test(text)) return true;
  for (const word of text.split(separators)) {
    if (word === "" || word.length > longestWord) continue;
    if (wanted.has(word)) return true;
    const dot = word.lastIndexOf(".");
    if (dot > 0 && wanted.has(word.slice(0, dot))) return true;
  }
  return false;
}
