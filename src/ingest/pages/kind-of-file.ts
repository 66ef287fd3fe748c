export type FileKind = "markdown" | "html" | "openapi" | "rst" | "asciidoc" | "notebook" | "text";

const kinds: [RegExp, FileKind][] = [
  [/\.html?$/i, "html"],
  [/\.(?:json|ya?ml)$/i, "openapi"],
  [/\.(?:rst|rest)$/i, "rst"],
  [/\.(?:adoc|asciidoc)$/i, "asciidoc"],
  [/\.ipynb$/i, "notebook"],
  [/\.(?:txt|text)$/i, "text"],
];

export function kindOfFile(path: string): FileKind {
  return kinds.find(([ending]) => ending.test(path))?.[1] ?? "markdown";
}
