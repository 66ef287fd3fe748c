import { nameOf } from "../site/paths.ts";

const endings = {
  page: "md mdx markdown mkd rst rest adoc asciidoc asc txt text html htm po pot",
  data: "json jsonc json5 jsonl yaml yml toml csv tsv xml bib geojson webmanifest",
  picture:
    "svg png jpg jpeg gif webp avif ico bmp tif tiff pdf mp4 webm mov mp3 ogg mmd mermaid puml plantuml drawio excalidraw d2",
} as const;

export type FileKind = keyof typeof endings | "other";

const kinds = new Map(
  Object.entries(endings).flatMap(([kind, names]) =>
    names.split(" ").map((ending): [string, string] => [ending, kind]),
  ),
);

/** What a file of the docs holds, by its ending: a text for readers, data, a picture, or something else, such as code. */
export function fileKind(path: string): FileKind {
  const ending = /\.([^.]+)$/.exec(nameOf(path))?.[1]?.toLowerCase() ?? "";
  const kind = kinds.get(ending);
  return kind === "page" || kind === "data" || kind === "picture" ? kind : "other";
}

/** Templates of a theme are code in the clothes of a page. */
export function isTemplate(path: string): boolean {
  return (
    /\.html?$/i.test(path) &&
    /(?:^|\/)(?:_?layouts|overrides|_?templates|themes?|_includes|partials)\//i.test(path)
  );
}
