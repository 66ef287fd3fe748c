import { fenceAround, oneLine } from "../../../text/markdown-writing.ts";
import { exampleContent } from "./content.ts";
import { mediaExample } from "./example.ts";
import type { Operation } from "./list-operations.ts";
import { type Parameter, parameterExample } from "./parameters.ts";
import { resolve } from "./resolve.ts";
import { authorizationHeader } from "./security.ts";
import type { Pass } from "./shape.ts";
import { type Fields, fieldIn, isFields } from "./values.ts";

const longestBody = 6_000;

export type Call = { operation: Operation; parameters: Parameter[]; address: string };

/** The operation as a curl command. */
export function requestExample(pass: Pass, { operation, parameters, address }: Call): string {
  const header = authorizationHeader(pass.root, operation);
  const headers = parameters.filter(({ place, isRequired }) => place === "header" && isRequired);
  const lines = [
    `curl -X ${operation.method} ${quoted(address + filledPath(pass, operation.path, parameters))}`,
    ...(header === undefined ? [] : [`  -H ${quoted(header)}`]),
    ...headers.map(
      (held) => `  -H ${quoted(`${held.name}: ${shown(parameterExample(pass, held))}`)}`,
    ),
    ...bodyLines(pass, operation),
  ];
  return fenceAround(lines.join(" \\\n"), "bash");
}

/** Pretty JSON of bounded length; undefined when there is nothing to show. */
export function exampleText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
  return text.length > longestBody ? undefined : text;
}

export function bodyExample(pass: Pass, body: Fields): { type: string; text: string } | undefined {
  const content = exampleContent(body);
  if (content === undefined) return undefined;
  const text = exampleText(mediaExample(pass, content.media, "request"));
  return text === undefined ? undefined : { type: content.type, text };
}

function filledPath(pass: Pass, path: string, parameters: Parameter[]): string {
  let filled = path;
  const query: string[] = [];
  for (const parameter of parameters) {
    if (!parameter.isRequired) continue;
    const value = shown(parameterExample(pass, parameter));
    if (parameter.place === "path")
      filled = filled.replace(`{${parameter.name}}`, () => encodeURIComponent(value));
    if (parameter.place === "query") query.push(`${parameter.name}=${encodeURIComponent(value)}`);
  }
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.slice(0, 3).map(shown).join(",");
  if (isFields(value)) return JSON.stringify(value).slice(0, 200);
  return oneLine(String(value ?? ""))
    .slice(0, 200)
    .toWellFormed();
}

function bodyLines(pass: Pass, operation: Operation): string[] {
  const value = fieldIn(operation.fields, "requestBody");
  if (value === undefined) return [];
  const example = bodyExample(pass, resolve(pass.root, value).fields);
  if (example === undefined) return [];
  return [
    `  -H ${quoted(`Content-Type: ${oneLine(example.type)}`)}`,
    `  -d ${quoted(example.text)}`,
  ];
}

/** One word for a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
