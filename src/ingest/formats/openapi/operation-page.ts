import { codeSpan, escapeLine, fenceAround, oneLine } from "../../../text/markdown-writing.ts";
import type { PageText } from "../format.ts";
import { frontMatterText } from "../front-matter-text.ts";
import { contentBlocks, exampleContent } from "./content.ts";
import { descriptionBlock, descriptionLine, firstSentence } from "./description.ts";
import { mediaExample } from "./example.ts";
import { fitBlocks } from "./fit-blocks.ts";
import type { Operation } from "./list-operations.ts";
import { parameterBlocks, parametersOf } from "./parameters.ts";
import { exampleText, requestExample } from "./request-example.ts";
import { resolve } from "./resolve.ts";
import { namedLine } from "./schema-list.ts";
import { authorizationBlocks } from "./security.ts";
import { serverBlocks, serversOf } from "./servers.ts";
import { type Pass, shapeOf } from "./shape.ts";
import { entriesOf, type Fields, fieldIn, fieldsOf, isTrueIn, textIn } from "./values.ts";

const maxResponses = 30;

/** `effort` is what may be spent on the schemas of one page. */
export type OperationFile = { root: Fields; base: string; source: string; effort: number };

/** One operation of an API as a page: what it does, what it takes, what it gives back, and an example. */
export function operationPage(file: OperationFile, operation: Operation): PageText {
  const pass: Pass = { root: file.root, effort: { left: file.effort }, problems: new Set() };
  const { content, isCut } = fitBlocks(operationFrontMatter(file, operation), [
    ...introBlocks(pass, operation),
    ...requestBlocks(pass, operation),
    ...responseBlocks(pass, operation),
    ...exampleBlocks(pass, operation),
  ]);
  if (isCut) pass.problems.add("The page is too long, so some of it is left out.");
  const line = operation.line ?? 1;
  const problems = [...pass.problems].map((message) => ({ line, message }));
  return { path: `${file.base}/${operation.slug}`, content, problems };
}

function operationFrontMatter(file: OperationFile, operation: Operation): string {
  const text = textIn(operation.fields, "description") || textIn(operation.shared, "description");
  return frontMatterText({
    title: operation.title,
    description: firstSentence(text),
    openapi: nameOf(operation),
    tags: operation.tags,
    deprecated: isTrueIn(operation.fields, "deprecated") ? true : undefined,
    hidden: operation.isHidden ? true : undefined,
    source: file.source,
    sourceLine: operation.line,
  });
}

function nameOf({ kind, method, path }: Operation): string {
  return kind === "webhook" ? `webhook ${method} ${path}` : `${method} ${path}`;
}

function introBlocks(pass: Pass, operation: Operation): string[] {
  const { fields, shared } = operation;
  const text = textIn(fields, "description") || textIn(shared, "description");
  const isWebhook = operation.kind === "webhook";
  return [
    `# ${escapeLine(operation.title)}`,
    isWebhook
      ? `Webhook ${codeSpan(operation.path)}: the service sends a \`${operation.method}\` request to your address.`
      : codeSpan(nameOf(operation)),
    ...(isWebhook ? [] : serverBlocks(serversOf(fields, shared, pass.root))),
    isTrueIn(fields, "deprecated") ? "This operation is deprecated." : "",
    descriptionBlock(text, 1),
    ...authorizationBlocks(pass.root, operation),
  ];
}

function requestBlocks(pass: Pass, operation: Operation): string[] {
  const blocks = parameterBlocks(pass, parametersOf(pass, operation));
  const value = fieldIn(operation.fields, "requestBody");
  if (value === undefined) return blocks;
  const { fields: body } = resolve(pass.root, value);
  const need = isTrueIn(body, "required") ? "The body is required." : "The body is optional.";
  const text = [need, descriptionLine(textIn(body, "description"))].filter(Boolean).join(" ");
  return [...blocks, "## Request body", text, ...contentBlocks(pass, body)];
}

function responseBlocks(pass: Pass, { fields }: Operation): string[] {
  const responses = entriesOf(fieldIn(fields, "responses")).slice(0, maxResponses);
  if (responses.length === 0) return [];
  return [
    "## Responses",
    ...responses.flatMap(([status, value]) => oneResponse(pass, status, value)),
  ];
}

function oneResponse(pass: Pass, status: string, value: unknown): string[] {
  const { fields, name, state } = resolve(pass.root, value);
  const text = textIn(fields, "description").trim();
  const isShort = text.length <= 80 && !text.includes("\n");
  const title = [status === "default" ? "Any other status" : oneLine(status).slice(0, 20)];
  if (isShort && text !== "") title.push(text.replace(/\.$/, ""));
  const headers = entriesOf(fieldIn(fields, "headers")).slice(0, 50);
  return [
    `### ${escapeLine(title.join(": "))}`,
    state === "elsewhere" ? `Described in another file: ${codeSpan(name)}.` : "",
    isShort ? "" : descriptionBlock(text, 3),
    headers.map(([header, held]) => headerLine(pass, header, held)).join("\n"),
    ...contentBlocks(pass, fields),
  ];
}

function headerLine(pass: Pass, name: string, value: unknown): string {
  const { fields } = resolve(pass.root, value);
  const shape = shapeOf(pass, fieldIn(fields, "schema") ?? {});
  return `- Header ${namedLine(pass, name.slice(0, 100), { shape, marks: [], text: textIn(fields, "description") })}`;
}

function exampleBlocks(pass: Pass, operation: Operation): string[] {
  const servers = serversOf(operation.fields, operation.shared, pass.root);
  const call = {
    operation,
    parameters: parametersOf(pass, operation),
    address: servers[0]?.url ?? "",
  };
  const request =
    operation.kind === "path" ? ["## Example request", requestExample(pass, call)] : [];
  return [...request, ...responseExample(pass, fieldsOf(fieldIn(operation.fields, "responses")))];
}

function responseExample(pass: Pass, responses: Fields): string[] {
  const [status, value] = entriesOf(responses).find(([name]) => name.startsWith("2")) ?? [];
  if (status === undefined) return [];
  const content = exampleContent(resolve(pass.root, value).fields);
  if (content === undefined) return [];
  const text = exampleText(mediaExample(pass, content.media, "response"));
  if (text === undefined) return [];
  const language = /json/i.test(content.type) ? "json" : "";
  return [`## Example response (${escapeLine(status.slice(0, 20))})`, fenceAround(text, language)];
}
