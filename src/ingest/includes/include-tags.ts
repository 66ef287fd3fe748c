import { closesFence, type Fence, openFence } from "../../docs/page/fence.ts";
import { readTag } from "../../docs/page/markup/read-tag.ts";
import { candidatePaths } from "./include-path.ts";
import { type IncludeRequest, lineRange, type Selection, wholeFile } from "./include-request.ts";
import type { Place } from "./include-templates.ts";

/** Names that the page's import statements give to files of text. */
export type Imports = Map<string, string>;

const importLine =
  /^ {0,3}import[ \t]+([A-Za-z_$][\w$]{0,80})[ \t]+from[ \t]+(?:"([^"\n]{1,300})"|'([^'\n]{1,300})')[ \t]*;?[ \t]*$/;

/** Takes the imports of text files out of the lines, which stay as empty lines. */
export function takeImports(lines: string[]): Imports {
  const imports: Imports = new Map();
  let fence: Fence | undefined;
  for (const [index, line] of lines.entries()) {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined;
      continue;
    }
    const match = line.includes("import") ? importLine.exec(line) : null;
    const path = match?.[2] ?? match?.[3] ?? "";
    if (match !== null && /\.mdx?$/i.test(path)) {
      imports.set(match[1] ?? "", path);
      lines[index] = "";
    } else fence = openFence(line);
  }
  return imports;
}

/** `<Intro name="x" />` of an imported file, or `<Snippet file="x.mdx" />`. */
export function tagInclude(place: Place, imports: Imports): IncludeRequest | undefined {
  const name = /^<([A-Za-z_$][\w$]{0,80})/.exec(place.text.slice(place.at, place.at + 90))?.[1];
  const imported = imports.get(name ?? "");
  if (name === undefined || (imported === undefined && name !== "Snippet")) return undefined;
  const tag = readTag(place.text, place.at, place.effort);
  const written = imported ?? tag?.attributes.get("file");
  if (tag === undefined || written === undefined) return undefined;
  const folders = imported === undefined ? ["snippets", "_snippets"] : [];
  return {
    start: place.at,
    end: tag.end,
    written,
    candidates: candidatePaths(written, place.path, folders),
    selection: wholeFile,
    form: "text",
    language: "",
    values: tag.attributes,
    isOptional: false,
  };
}

/** `<!--@include: ./x.md{1,10}-->`, with a region where one is named: `./x.md#part`. */
export function commentInclude({ text, at, path }: Place): IncludeRequest | undefined {
  const match =
    /^<!--\s{0,9}@include:\s{0,9}([^\s#{}<>]{1,300})(?:#([\w.-]{1,100}))?(?:\{(\d{0,7}),?(\d{0,7})\})?\s{0,9}-->/.exec(
      text.slice(at, at + 500),
    );
  if (match === null) return undefined;
  const written = match[1] ?? "";
  return {
    start: at,
    end: at + match[0].length,
    written,
    candidates: candidatePaths(written, path, []),
    selection: selectionOf(match[2], match[3], match[4]),
    form: "text",
    language: "",
    values: new Map(),
    isOptional: false,
  };
}

function selectionOf(name?: string, from?: string, to?: string): Selection {
  if (name !== undefined) return { kind: "section", name };
  if (!from && !to) return wholeFile;
  return lineRange(Number(from || 1), Number(to || Number.POSITIVE_INFINITY));
}
