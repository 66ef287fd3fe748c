/** A list of pages that a page holds. */
export type Toctree = {
  caption: string;
  isGlob: boolean;
  entries: { title: string; target: string; line: number }[];
};

const mostEntries = 2_000;
const opening =
  /^([ \t]*)(?:\.\.[ \t]{1,9}toctree::|(?:`{3,}|~{3,}|:{3,})[ \t]*\{toctree\})[ \t]*$/;

/** The lists of pages on a page, in reStructuredText or in Markdown. */
export function readToctrees(text: string): Toctree[] {
  const trees: Toctree[] = [];
  let open: { tree: Toctree; indent: number; isFenced: boolean } | undefined;
  let left = mostEntries;
  for (const [index, line] of text.split("\n").entries()) {
    const start = opening.exec(line.trimEnd());
    if (start !== null) {
      const tree = { caption: "", isGlob: false, entries: [] };
      open = { tree, indent: (start[1] ?? "").length, isFenced: !line.includes("..") };
      trees.push(tree);
      continue;
    }
    const entry = line.trim();
    if (open === undefined || entry === "") continue;
    const isInside = open.isFenced
      ? !/^(?:`{3,}|~{3,}|:{3,})$/.test(entry)
      : indentOf(line) > open.indent;
    if (!isInside) {
      open = undefined;
      continue;
    }
    left -= 1;
    if (left > 0) addEntry(open.tree, entry, index + 1);
  }
  return trees;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function addEntry(tree: Toctree, entry: string, line: number): void {
  const [, option, value = ""] = /^:([\w-]{1,40}):([^\n]{0,300})$/.exec(entry) ?? [];
  if (option === "caption") tree.caption = value.trim();
  if (option === "glob") tree.isGlob = true;
  if (option !== undefined) return;
  const [, title = "", named] = /^([^<>]{1,300}?)[ \t]{0,9}<([^<>]{1,300})>$/.exec(entry) ?? [];
  const target = named ?? entry;
  if (target === "self" || /^[a-z]+:\/\//i.test(target) || target.length > 300) return;
  tree.entries.push({ title: title.trim(), target, line });
}

/** The first title of a page that is set off by a line of signs, or by `#`. */
export function firstTitle(text: string): string {
  const lines = text.slice(0, 20_000).split("\n", 400);
  for (const [at, line] of lines.entries()) {
    const title = /^#[ \t]{1,9}(\S.{0,300})$/.exec(line)?.[1];
    if (title !== undefined) return title.trim();
    const under = (lines[at + 1] ?? "").trimEnd();
    const isSetOff =
      /^[=\-~^"'*#+_:.`]{3,}$/.test(under) && under === under.charAt(0).repeat(under.length);
    if (isSetOff && /^\s?[\p{L}\p{N}`*"]/u.test(line)) return line.trim().replace(/[`*]/g, "");
  }
  return "";
}
