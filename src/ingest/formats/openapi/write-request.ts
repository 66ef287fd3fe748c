import { fenceAround, oneLine } from "../../../text/markdown-writing.ts";
import { exampleContent, namedLine, type Pass, shapeOf } from "./describe-schema.ts";
import {
  entriesIn,
  type Fields,
  fieldIn,
  fieldsOf,
  isFields,
  isTrueIn,
  listIn,
  resolve,
  textIn,
} from "./fields.ts";
import type { Operation } from "./list-operations.ts";
import { givenExample, mediaExample, schemaExample } from "./make-example.ts";
import { authorizationHeader } from "./security.ts";

type Parameter = {
  name: string;
  place: string;
  isRequired: boolean;
  fields: Fields;
  schema: unknown;
};

const places = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
  ["cookie", "Cookies"],
] as const;
const maxParameters = 300;

/** The parameters of an operation; its own go before those of its path. */
export function parametersOf(pass: Pass, operation: Operation): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const holder of [operation.shared, operation.fields]) {
    for (const value of listIn(holder, "parameters").slice(0, maxParameters)) {
      const { fields, state, ref } = resolve(pass.root, value);
      const parameter = parameterOf(fields);
      if (parameter.name !== "") found.set(`${parameter.place} ${parameter.name}`, parameter);
      else
        pass.problems.add(
          state === "found" ? "A parameter has no name." : `${ref} cannot be read.`,
        );
    }
  }
  return [...found.values()];
}

export function parameterBlocks(pass: Pass, parameters: Parameter[]): string[] {
  return places.flatMap(([place, title]) => {
    const lines = parameters
      .filter((parameter) => parameter.place === place)
      .map((parameter) => parameterLine(pass, parameter));
    return lines.length === 0 ? [] : [`## ${title}`, lines.join("\n")];
  });
}

/** A value that a request could carry. */
function parameterExample(pass: Pass, { fields, schema }: Parameter): unknown {
  return givenExample(pass, fields) ?? schemaExample(pass, schema, "request");
}

function parameterOf(fields: Fields): Parameter {
  const [, media] = entriesIn(fields, "content")[0] ?? [];
  const place = textIn(fields, "in");
  return {
    name: textIn(fields, "name").slice(0, 200),
    place,
    isRequired: place === "path" || isTrueIn(fields, "required"),
    fields,
    schema: fieldIn(fields, "schema") ?? fieldIn(fieldsOf(media), "schema") ?? {},
  };
}

function parameterLine(pass: Pass, { name, isRequired, fields, schema }: Parameter): string {
  const shape = shapeOf(pass, schema);
  const marks = isRequired ? ["required"] : [];
  if (isTrueIn(fields, "deprecated")) marks.push("deprecated");
  const text = textIn(fields, "description") || textIn(shape.fields, "description");
  return `- ${namedLine(pass, name, { shape, marks, text })}`;
}

const longestBody = 6_000;

type Call = { operation: Operation; parameters: Parameter[]; address: string };

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
  const content = exampleContent(resolve(pass.root, value).fields);
  const text = content && exampleText(mediaExample(pass, content.media, "request"));
  if (content === undefined || text === undefined) return [];
  return [`  -H ${quoted(`Content-Type: ${oneLine(content.type)}`)}`, `  -d ${quoted(text)}`];
}

/** One word for a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
