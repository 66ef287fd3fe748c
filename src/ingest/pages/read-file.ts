import { readAsciiDoc } from "../formats/asciidoc.ts";
import type { FileText, PageText } from "../formats/format.ts";
import { readHtml } from "../formats/html.ts";
import { readNotebook } from "../formats/notebook.ts";
import { isOpenApi, openApiProblem, readOpenApi } from "../formats/openapi.ts";
import { readRst } from "../formats/rst.ts";
import { readTextFile } from "../formats/text-file.ts";

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

/** The pages of a file that is not Markdown itself; a file that holds none gives none, with a sentence where somebody should know. */
export function convertFile(file: FileText): { pages: PageText[]; reason?: string } {
  switch (kindOfFile(file.path)) {
    case "html":
      return { pages: readHtml(file) };
    case "rst":
      return { pages: readRst(file) };
    case "asciidoc":
      return { pages: readAsciiDoc(file) };
    case "notebook":
      return readNotebook(file);
    case "text":
      return { pages: readTextFile(file) };
    default:
      return convertDescription(file);
  }
}

function convertDescription(file: FileText): { pages: PageText[]; reason?: string } {
  if (isOpenApi(file)) return { pages: readOpenApi(file) };
  const reason = openApiProblem(file);
  return { pages: [], ...(reason !== undefined && { reason }) };
}

export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
