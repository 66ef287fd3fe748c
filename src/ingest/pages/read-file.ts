import type { FileText, PageText } from "../formats/format.ts";
import { readHtml } from "../formats/html.ts";
import { isOpenApi, openApiProblem, readOpenApi } from "../formats/openapi.ts";

export type FileKind = "markdown" | "html" | "openapi";

export function kindOfFile(path: string): FileKind {
  if (/\.html?$/i.test(path)) return "html";
  return /\.(?:json|ya?ml)$/i.test(path) ? "openapi" : "markdown";
}

/** The pages of a file that is not Markdown itself; a file that holds none gives none, with a sentence where somebody should know. */
export function convertFile(file: FileText): { pages: PageText[]; reason?: string } {
  if (kindOfFile(file.path) === "html") return { pages: readHtml(file) };
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
