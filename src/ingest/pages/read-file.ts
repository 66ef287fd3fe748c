import { readAsciiDoc } from "../formats/asciidoc.ts";
import type { FileText, PageText } from "../formats/format.ts";
import { readHtml } from "../formats/html.ts";
import { readNotebook } from "../formats/notebook.ts";
import { isOpenApi, openApiProblem, readOpenApi } from "../formats/openapi.ts";
import { readRst } from "../formats/rst.ts";
import { readTextFile } from "../formats/text-file.ts";
import { kindOfFile } from "./kind-of-file.ts";

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
