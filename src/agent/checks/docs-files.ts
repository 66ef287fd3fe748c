import type { Overlay } from "../../git/overlay.ts";
import type { PageFormat } from "../../markdown/strip-markup.ts";

/** What the checks need of a checkout: a commit with changes over it, or a folder on disk. */
export type DocsFiles = Pick<Overlay, "list" | "readEach">;

/** Longer pages are not looked into. */
export const maxPageLength = 1024 * 1024;

export function isPageFile(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

export function formatOf(path: string): PageFormat {
  return /\.mdx$/i.test(path) ? "mdx" : "md";
}

export function isBelow(folder: string, path: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}
