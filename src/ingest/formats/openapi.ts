import type { FileText, PageText } from "./format.ts";
import { fieldIn } from "./openapi/fields.ts";
import { listOperations } from "./openapi/list-operations.ts";
import { parseApi } from "./openapi/parse-api.ts";
import { operationPage, overviewPage } from "./openapi/write-pages.ts";

const maxCharacters = 32_000_000;
const maxEffort = 10_000_000;

/** An OpenAPI 3 file as a page about the whole and one for each operation. Never throws; nothing for other files. */
export function readOpenApi(file: FileText): PageText[] {
  if (!isOpenApi(file)) return [];
  const api = parseApi(file.text);
  const base = file.path.replace(/\.(?:json|ya?ml)$/i, "");
  const { operations, problems } = listOperations(api);
  const effort = Math.max(2_000, Math.min(20_000, maxEffort / (operations.length + 1)));
  const of = { root: api.root, base, source: file.path, effort };
  const pages: PageText[] = [];
  let left = maxCharacters;
  for (const operation of operations) {
    if (left <= 0) break;
    const page = operationPage(of, operation);
    left -= page.content.length;
    pages.push(page);
  }
  const found = [...api.problems, ...problems];
  if (left <= 0)
    found.push({ line: 1, message: "The API is too large, so some operations are left out." });
  return [overviewPage(of, operations, found), ...pages];
}

/** Whether a file describes an API in a version that is read. The text alone decides; most files are not parsed. */
export function isOpenApi(file: FileText): boolean {
  return versionOf(file, "openapi").startsWith("3.");
}

/** Why a file that describes an API gives no pages, in one sentence. */
export function openApiProblem(file: FileText): string | undefined {
  const swagger = versionOf(file, "swagger");
  if (swagger !== "") return `Swagger ${swagger} is not read; convert the file to OpenAPI 3.`;
  const version = versionOf(file, "openapi");
  if (version === "") return undefined;
  if (!version.startsWith("3.")) return `OpenAPI ${version} is not read; OpenAPI 3 is.`;
  const api = parseApi(file.text);
  return Object.keys(api.root).length === 0 ? api.problems[0]?.message : undefined;
}

function versionOf({ path, text }: FileText, key: "openapi" | "swagger"): string {
  if (!/\.(?:json|ya?ml)$/i.test(path)) return "";
  const isJson = /^\uFEFF?\s*\{/.test(text.slice(0, 1000));
  if (!isJson) {
    const line = new RegExp(`^["']?${key}["']?[ \\t]{0,9}:[ \\t]{0,9}["']?(\\d[\\w.-]{0,20})`, "m");
    return line.exec(text.slice(0, 200_000))?.[1] ?? "";
  }
  if (!text.includes(`"${key}"`)) return "";
  return textOf(fieldIn(parseApi(text).root, key));
}

function textOf(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return "";
  return /^\d[\w.-]{0,20}$/.exec(String(value))?.[0] ?? "";
}
