import type { Effort } from "../../docs/page/markup/script-scan.ts";
import { readTemplateTag } from "../../docs/page/markup/template-tag.ts";
import { candidatePaths, endingOf } from "./include-path.ts";
import { type IncludeRequest, splitReference, wholeFile } from "./include-request.ts";

export type Place = { text: string; at: number; path: string; effort: Effort };

/** The include of Jekyll, GitBook, MkDocs, Hugo or mdBook that begins with the brace at this place. */
export function templateInclude(place: Place): IncludeRequest | undefined {
  return place.text.startsWith("{{#", place.at) ? bookInclude(place) : tagInclude(place);
}

/** `{{#include file.rs:2:10}}`. */
function bookInclude({ text, at, path }: Place): IncludeRequest | undefined {
  const match =
    /^\{\{#(?:include|rustdoc_include|playground)\s+([^{}\s]{1,300})[^{}\n]{0,100}\}\}/.exec(
      text.slice(at, at + 450),
    );
  if (match === null || text[at - 1] === "\\") return undefined;
  const written = splitReference(match[1] ?? "");
  return {
    start: at,
    end: at + match[0].length,
    written: written.path,
    candidates: candidatePaths(written.path, path, []),
    selection: written.selection,
    form: "text",
    language: "",
    values: new Map(),
    isOptional: false,
  };
}

const folders = new Map([
  ["include", ["_includes", "includes", "snippets", "_snippets"]],
  ["include_relative", []],
  ["include_cached", ["_includes"]],
  ["include-markdown", ["includes", "snippets"]],
  ["readfile", ["content", "includes", "snippets", "static"]],
]);

/** `{% include x.md %}`, `{% include-markdown "x.md" %}`, `{{< readfile file="x" >}}`. */
function tagInclude({ text, at, path, effort }: Place): IncludeRequest | undefined {
  const tag = readTemplateTag(text, at, effort);
  const places = folders.get(tag?.name ?? "");
  if (tag === undefined || places === undefined || tag.isClosing) return undefined;
  const bare = /^[^\s"'=]+(?=\s|$)/.exec(tag.rest)?.[0];
  const written = tag.named.get("file") ?? tag.named.get("path") ?? bare ?? tag.quoted[0] ?? "";
  // A page of HTML is a piece of the theme: with parameters it shows them, and they are text already.
  const isTheme = endingOf(written) === "html";
  if (!written.includes(".") || (isTheme && tag.named.size > 0)) return undefined;
  const isCode = tag.named.get("code") === "true" || /\bcode=true\b/.test(tag.rest);
  const after = tag.named.get("start");
  const before = tag.named.get("end");
  const isPart = tag.name === "include-markdown" && (after !== undefined || before !== undefined);
  return {
    start: at,
    end: tag.end,
    written,
    candidates: candidatePaths(written, path, places),
    selection: isPart ? { kind: "between", after, before } : wholeFile,
    form: isCode ? "code" : "text",
    language: tag.named.get("lang") ?? "",
    values: prefixed(tag.named),
    isOptional: tag.name === "include" && !/\.(?:mdx?|markdown|txt)$/i.test(written),
  };
}

/** Jekyll hands parameters over as `include.name`. */
function prefixed(named: Map<string, string>): Map<string, string> {
  return new Map(Array.from(named, ([name, value]) => [`include.${name}`, value]));
}
