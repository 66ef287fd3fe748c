import type { PageFormat } from "../../markdown/strip-markup.ts";

/** The files as they will be when the change is merged. */
export type DocsTree = {
  /** Every path, from the top of the repository. */
  paths: ReadonlySet<string>;
  /** Folder of the docs; "" at the top. */
  docsFolder: string;
  read(path: string): Promise<string>;
};

export type PageText = { path: string; content: string };

export function isPage(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

export function formatOf(path: string): PageFormat {
  return /\.mdx$/i.test(path) ? "mdx" : "md";
}

/** The file behind a page's name, which may lack its ending or be a folder with an index. */
export function findPageFile(tree: DocsTree, name: string): string | undefined {
  const stem = (name.endsWith("/") ? name.slice(0, -1) : name).replace(/\.html?$/i, "");
  const inside = stem === "" ? "" : `${stem}/`;
  const candidates = [
    name,
    ...(stem === "" ? [] : [stem, `${stem}.md`, `${stem}.mdx`]),
    ...["index", "README", "readme"].flatMap((file) => [
      `${inside}${file}.md`,
      `${inside}${file}.mdx`,
    ]),
  ];
  return candidates.find((path) => tree.paths.has(path));
}

/** Joins two paths and resolves "." and ".."; undefined when that leads out of the repository. */
export function joinPath(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}
