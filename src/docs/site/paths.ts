import { posix } from "node:path";

const maxAddress = 1_000;

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function withoutEnding(path: string): string {
  return path.replace(/\.(?:mdx?|markdown|html?|rst|rest|adoc|asciidoc|ipynb|txt|text)$/i, "");
}

export function isIndexName(name: string): boolean {
  return /^(?:index|readme)$/i.test(name);
}

export function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join("/");
}

export function isBelow(folder: string, path: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** The path as seen from a folder; undefined when it lies elsewhere. */
export function below(folder: string, path: string): string | undefined {
  if (!isBelow(folder, path)) return undefined;
  return folder === "" ? path : path.slice(folder.length + 1);
}

/**
 * The folder that a configuration in `base` means by `folder`, as the source names it. Of a configuration above the
 * source, the source is taken to be as deep in the named folder as it lies below that configuration; `unknown` says
 * how many names are missing between the two.
 */
export function locate(base: string, folder: string): { folder: string; unknown: number } {
  const parts = posix
    .join(base, folder)
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  const ups = parts.lastIndexOf("..") + 1;
  return {
    folder: parts.slice(ups * 2).join("/"),
    unknown: Math.max(0, ups * 2 - parts.length),
  };
}

/** The names missing between a configuration and the source, seen from the pages that both know. */
export function findPrefix(
  listed: Iterable<string>,
  stems: ReadonlySet<string>,
  unknown: number,
): string {
  if (unknown === 0) return "";
  for (const page of listed) {
    const parts = page.split("/");
    if (stems.has(parts.slice(unknown).join("/"))) return parts.slice(0, unknown).join("/");
  }
  return "";
}

/** Addresses that files of a folder become; a name in brackets stands for any. */
export function routesIn(folder: string, base: string, paths: Iterable<string>): string[] {
  return [...paths].flatMap((path) => {
    if (!path.startsWith(`${folder}/`) || !/\.(?:[jt]sx?|astro|html|mdx?)$/.test(path)) return [];
    return [joined(base, path.slice(folder.length + 1).replace(/\.\w+$/, ""))];
  });
}

/** An address without scheme, query, dots or doubled slashes. A closing slash stays. */
export function cleanAddress(...parts: string[]): string {
  const text = parts.join("/").slice(0, maxAddress);
  const kept: string[] = [];
  for (const part of text.split("/")) {
    if (part === "..") kept.pop();
    const isName = part !== "" && part !== "." && part !== "..";
    if (isName) kept.push(part.replace(/[\p{Cc}?#\\]/gu, "").toWellFormed());
  }
  return kept.length > 0 && text.endsWith("/") ? `${kept.join("/")}/` : kept.join("/");
}

/** Folder and file names as a person would write them: `02-getting-started` is "Getting started". */
export function titleOfName(name: string): string {
  const words = name.replace(/^\d{1,9}[-_. ]+(?=\S)/, "").replace(/[-_]+/g, " ");
  return words === words.toLowerCase() ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

/** `01-intro` is 1 and `intro`; dates and versions such as `2021-11-notes` and `7.0-upgrade` are names. */
export function numberPrefix(name: string): { order: number | undefined; rest: string } {
  const none = { order: undefined, rest: name };
  if (/^\d{1,9}[-_.]\d/.test(name)) return none;
  const match = /^(\d{1,9})\s{0,9}[-_.]{1,9}\s{0,9}([^-_.\s].*)$/s.exec(name);
  return match === null ? none : { order: Number(match[1]), rest: match[2] ?? name };
}

/** Names as addresses and ids have them, where numbers only order files. */
export function withoutNumber(name: string): string {
  return numberPrefix(name).rest;
}
