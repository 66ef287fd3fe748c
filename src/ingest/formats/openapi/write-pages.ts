import type { PageProblem } from "../../../docs/page/parsed-page.ts";
import {
  codeSpan,
  escapeLine,
  escapeMarkdown,
  fenceAround,
  linkTarget,
  oneLine,
} from "../../../text/markdown-writing.ts";
import { frontMatterText, type PageText } from "../format.ts";
import { contentBlocks, exampleContent, namedLine, type Pass, shapeOf } from "./describe-schema.ts";
import { descriptionBlock, descriptionLine, firstSentence } from "./description.ts";
import {
  entriesIn,
  entriesOf,
  type Fields,
  fieldIn,
  fieldsIn,
  fieldsOf,
  isFields,
  isTrueIn,
  listIn,
  resolve,
  textIn,
} from "./fields.ts";
import type { Operation } from "./list-operations.ts";
import { mediaExample } from "./make-example.ts";
import { authorizationBlocks } from "./security.ts";
import { exampleText, parameterBlocks, parametersOf, requestExample } from "./write-request.ts";

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
  const responses = entriesIn(fields, "responses").slice(0, maxResponses);
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
  const headers = entriesIn(fields, "headers").slice(0, 50);
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
  return [...request, ...responseExample(pass, fieldsIn(operation.fields, "responses"))];
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

/** The page about the whole API: what it is, where it runs, and its operations by tag. */
export function overviewPage(
  file: OperationFile,
  operations: Operation[],
  problems: PageProblem[],
): PageText {
  const info = fieldsIn(file.root, "info");
  const title = oneLine(textIn(info, "title")).slice(0, 200) || "API";
  const version = oneLine(textIn(info, "version")).slice(0, 50);
  const text = textIn(info, "description") || textIn(info, "summary");
  const frontMatter = frontMatterText({
    title,
    description: firstSentence(text),
    source: file.source,
  });
  const { content, isCut } = fitBlocks(frontMatter, [
    `# ${escapeLine(title)}`,
    version === "" ? "" : `Version ${escapeMarkdown(version)}.`,
    descriptionBlock(text, 1),
    ...serverBlocks(serversOf(file.root)),
    ...tagBlocks(
      file,
      operations.filter(({ isHidden }) => !isHidden),
    ),
  ]);
  const cut = "The list of operations is too long, so its end is left out.";
  const found = isCut ? [...problems, { line: 1, message: cut }] : problems;
  return { path: file.base, content, problems: found };
}

const untagged = "Operations";

function tagBlocks(file: OperationFile, operations: Operation[]): string[] {
  const described = listIn(file.root, "tags").filter(isFields);
  const groups = new Map<string, Operation[]>(described.map((tag) => [tagName(tag), []]));
  for (const operation of operations) {
    const tag = operation.tags[0] || untagged;
    groups.set(tag, [...(groups.get(tag) ?? []), operation]);
  }
  return [...groups].flatMap(([tag, members]) => {
    if (members.length === 0) return [];
    const text = textIn(described.find((held) => tagName(held) === tag) ?? {}, "description");
    const list = members.map((operation) => operationLine(file.base, operation)).join("\n");
    return [`## ${escapeLine(tag)}`, descriptionBlock(text, 2), list];
  });
}

function tagName(tag: Fields): string {
  return oneLine(textIn(tag, "name")).slice(0, 100);
}

function operationLine(base: string, { kind, method, path, slug, title }: Operation): string {
  const folder = base.slice(base.lastIndexOf("/") + 1);
  const name = kind === "webhook" ? `webhook ${path}` : `${method} ${path}`;
  const words = title === name ? "" : `: ${escapeMarkdown(title)}`;
  return `- [${codeSpan(name)}](${linkTarget(`./${folder}/${slug}`)})${words}`;
}

type Server = { url: string; text: string };

const maxServers = 10;

/** The servers of the nearest holder that names any; variables in addresses have their default values. */
function serversOf(...holders: Fields[]): Server[] {
  const holder = holders.find((held) => listIn(held, "servers").length > 0);
  if (holder === undefined) return [];
  return listIn(holder, "servers")
    .filter(isFields)
    .slice(0, maxServers)
    .map((server) => ({
      url: addressOf(server),
      text: descriptionLine(textIn(server, "description").slice(0, 300)),
    }));
}

function serverBlocks(servers: Server[]): string[] {
  const lines = servers.map(({ url, text }) =>
    text === "" ? codeSpan(url) : `${codeSpan(url)} (${text})`,
  );
  const known = lines.filter((line) => line !== "");
  if (known.length === 0) return [];
  return [known.length === 1 ? `Server: ${known[0]}` : `Servers: ${known.join(", ")}`];
}

function addressOf(server: Fields): string {
  let url = textIn(server, "url").slice(0, 300);
  for (const [name, value] of entriesIn(server, "variables").slice(0, 10)) {
    const known = textIn(fieldsOf(value), "default").slice(0, 100);
    if (known !== "") url = url.split(`{${name}}`).join(known).slice(0, 500);
  }
  return url;
}

const maxCharacters = 60_000;

/** A page of bounded length: lists end earlier, other blocks that do not fit are left out. */
function fitBlocks(frontMatter: string, blocks: string[]): { content: string; isCut: boolean } {
  const kept = [frontMatter];
  let left = maxCharacters - frontMatter.length;
  let isCut = false;
  for (const block of blocks) {
    if (block.trim() === "") continue;
    const piece = block.length + 2 <= left ? block : shortened(block, left - 2);
    if (piece !== block) isCut = true;
    if (piece === "") continue;
    kept.push(piece);
    left -= piece.length + 2;
  }
  return { content: `${kept.join("\n\n")}\n`, isCut };
}

function shortened(block: string, room: number): string {
  if (!block.startsWith("- ") || room < 200) return "";
  return block.slice(0, block.lastIndexOf("\n", room)).trimEnd();
}
