import { isPageFile } from "../page/page-format.ts";
import { below, nameOf, withoutEnding } from "../site/paths.ts";
import { plainAddress } from "../tree/address.ts";
import type { EditableFiles } from "../tree/docs-files.ts";
import type { DocsTree } from "../tree/docs-tree.ts";
import { destinationOf, type Relocation } from "./relocation.ts";
import type { Problem } from "./repairs.ts";

const mostMentions = 20;
const mostFiles = 200;
const mostCharacters = 16 * 1024 * 1024;
const longestLine = 160;

/** What a line may still name, and what it is called now; "" when it is gone. */
type Name = { old: string; now: string };

/** Lines that still hold the old path or address after all links were repaired: code, plain text, redirects. */
export async function findMentions(
  overlay: EditableFiles,
  relocation: Relocation,
  problems: Problem[],
): Promise<string[]> {
  const { docsFolder } = relocation.before;
  const names = namesOf(relocation);
  const told = new Set(problems.map(({ path, line }) => `${path}:${line}`));
  const repaired = new Set(overlay.changes().map(({ path }) => path));
  const holding = await overlay.filesWith(names.map(({ old }) => old));
  // Pages whose links were repaired often hold the old name inside the new one: what nobody touched comes first.
  const files = [
    ...holding.filter((path) => !repaired.has(path)),
    ...holding.filter((path) => repaired.has(path)),
  ];
  const mentions: string[] = [];
  let characters = 0;
  for await (const { path, content } of overlay.readEach(files.slice(0, mostFiles))) {
    characters += content.length;
    if (characters > mostCharacters) break;
    for (const [index, text] of content.split("\n").entries()) {
      const place = `${path}:${index + 1}`;
      if (told.has(place) || !names.some((name) => isNamed(text, name, docsFolder))) continue;
      mentions.push(`${place} ${text.trim().slice(0, longestLine).toWellFormed()}`);
      if (mentions.length >= mostMentions) return mentions;
    }
  }
  return mentions;
}

function namesOf(relocation: Relocation): Name[] {
  const { before, after, moves, folder } = relocation;
  const path = [...moves.keys()].find((own) => before.addressOf(own)) ?? [...moves.keys()][0] ?? "";
  const now = destinationOf(relocation, path);
  const names = [pathName, idName, addressName]
    .map((nameOf) => ({
      old: nameOf(before, path),
      now: now === undefined ? "" : nameOf(after, now),
    }))
    .map((name) => (folder === undefined ? name : withoutCommonEnd(name)))
    .filter(({ old }) => old.includes("/") || /\.\w+$/.test(old));
  return names.filter(({ old }, index) => names.findIndex((other) => other.old === old) === index);
}

/** As links and paths have it in common; a name without a folder is looked for with its ending. */
function pathName({ docsFolder }: DocsTree, path: string): string {
  const inside = below(docsFolder, path) ?? path;
  if (!isPageFile(inside)) return inside;
  const stem = withoutEnding(inside);
  return stem.includes("/") ? stem : nameOf(path);
}

function idName({ site, metadata }: DocsTree, path: string): string {
  return site.entryId(path, metadata.get(path) ?? {}, site.navigationFile(path)) ?? "";
}

function addressName(map: DocsTree, path: string): string {
  return plainAddress(map.addressOf(path) ?? "");
}

/** Of a page that moved with its folder only what is different: `guides/` and `how-to/`. */
function withoutCommonEnd({ old, now }: Name): Name {
  const [from, to] = [old.split("/"), now.split("/")];
  while (from.length > 1 && to.length > 1 && from.at(-1) === to.at(-1)) {
    from.pop();
    to.pop();
  }
  return { old: `${from.join("/")}/`, now: `${to.join("/")}/` };
}

/** Whether the line holds the old name by itself, not as a part of the new one or of another. */
function isNamed(text: string, { old, now }: Name, docsFolder: string): boolean {
  const line = now === "" ? text : text.replaceAll(now, "\n");
  for (let at = line.indexOf(old); at !== -1; at = line.indexOf(old, at + 1)) {
    const after = line.slice(at + old.length, at + old.length + 10);
    const isWhole = old.endsWith("/") || !/^(?:[\w-]|\/\w|\.(?!mdx?\b|html?\b)\w)/.test(after);
    const before =
      /[^\s"'`()<>[\]{}|,;=]{0,200}$/.exec(line.slice(Math.max(0, at - 200), at))?.[0] ?? "";
    if (isWhole && isStart(before, docsFolder)) return true;
  }
  return false;
}

/** Behind dots or other folders it is another file, or a link that was repaired. */
function isStart(before: string, docsFolder: string): boolean {
  if (before.includes("://")) return before.endsWith("/");
  return ["", docsFolder].includes(before.replace(/^(?:@site)?\/|\/$/g, ""));
}
