import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./list-files.ts";
import { type MarkdownParts, readMarkdown } from "./read-markdown.ts";

/** The project's files as the checks of its Markdown need them. */
export type ProjectFiles = {
  files: string[];
  /** True for a file or a folder. */
  has(path: string): boolean;
  read(file: string): string;
  markdown(file: string): MarkdownParts;
};

export function readProjectFiles(root: string): ProjectFiles {
  const files = listFiles(root);
  const paths = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
  const parsed = new Map<string, MarkdownParts>();
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const markdown = (file: string) => {
    const parts = parsed.get(file) ?? readMarkdown(file, read(file));
    parsed.set(file, parts);
    return parts;
  };
  return { files, has: (path) => paths.has(path), read, markdown };
}

function foldersOf(file: string): string[] {
  const names = file.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}
