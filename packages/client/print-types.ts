import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** As much of JSON Schema as the OpenAPI document uses. */
type Schema = {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  contentSchema?: Schema;
};
type Content = { content?: Record<string, { schema?: Schema }> };
type Operation = { requestBody?: Content; responses?: Record<string, Content> };
export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

type Printed = { name: string; about: string; schemaIn(document: OpenApiDocument): Schema };

const message = "post /discovery/v2/assistant/{domain}/message";
const job = "post /v1/agent/{projectId}/job";
const search = "post /discovery/v1/search/{domain}";

const printed: Printed[] = [
  { name: "ErrorBody", about: "How every refusal is told.", schemaIn: error },
  { name: "AskRequest", about: "What a question is asked with.", schemaIn: bodyOf(message) },
  { name: "AnswerEvent", about: "One event of an answer.", schemaIn: eventOf(message) },
  { name: "JobRequest", about: "What a job is started with.", schemaIn: bodyOf(job) },
  { name: "JobEvent", about: "One event of a job.", schemaIn: eventOf(job) },
  {
    name: "SessionList",
    about: "The jobs of a project, newest first.",
    schemaIn: replyOf("get /v1/agent/{projectId}/jobs"),
  },
  { name: "SearchRequest", about: "What is looked for.", schemaIn: bodyOf(search) },
  { name: "SearchResults", about: "What was found, best first.", schemaIn: replyOf(search) },
  {
    name: "Feedback",
    about: "What a reader thinks of an answer.",
    schemaIn: bodyOf("post /discovery/v1/feedback/{domain}"),
  },
];

/** The types of the client's operations, as the OpenAPI document has them. */
export function printTypes(document: OpenApiDocument): string {
  const parts = printed.map(
    ({ name, about, schemaIn }) =>
      `/** ${about} */\nexport type ${name} = ${typeOf(schemaIn(document), document)};`,
  );
  const text = `// Made from the OpenAPI document: see CONTRIBUTING.md.\n\n${parts.join("\n\n")}\n`;
  const biome = join(import.meta.dirname, "../../node_modules/.bin/biome");
  const args = ["format", "--stdin-file-path=api-types.ts"];
  return execFileSync(biome, args, { input: text, encoding: "utf8" });
}

function error({ components }: OpenApiDocument): Schema {
  return components.schemas.Error ?? {};
}

function operationAt(place: string, { paths }: OpenApiDocument): Operation {
  const [method = "", path = ""] = place.split(" ");
  const operation = paths[path]?.[method];
  if (operation) return operation;
  throw new Error(`the document has no ${place}`);
}

function bodyOf(place: string) {
  return (document: OpenApiDocument) =>
    operationAt(place, document).requestBody?.content?.["application/json"]?.schema ?? {};
}

function replyOf(place: string) {
  return (document: OpenApiDocument) =>
    operationAt(place, document).responses?.["200"]?.content?.["application/json"]?.schema ?? {};
}

function eventOf(place: string) {
  return (document: OpenApiDocument) => {
    const { content } = operationAt(place, document).responses?.["200"] ?? {};
    return content?.["text/event-stream"]?.schema?.properties?.data?.contentSchema ?? {};
  };
}

function typeOf(schema: Schema, document: OpenApiDocument): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return typeOf(document.components.schemas[name] ?? {}, document);
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const kinds = leavesOf(schema);
  if (kinds.length > 1) return [...new Set(kinds.map((one) => typeOf(one, document)))].join(" | ");
  if (schema.type === "array") return `Array<${typeOf(schema.items ?? {}, document)}>`;
  if (schema.type === "object") return objectType(schema, document);
  if (schema.type === "integer") return "number";
  return schema.type ?? "unknown";
}

/** A choice between choices is one choice. */
function leavesOf(schema: Schema): Schema[] {
  return (schema.anyOf ?? schema.oneOf)?.flatMap(leavesOf) ?? [schema];
}

function objectType(schema: Schema, document: OpenApiDocument): string {
  const required = new Set(schema.required ?? []);
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const about = property.description ? `/** ${property.description} */\n` : "";
    const mark = required.has(name) ? "" : "?";
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${about}${key}${mark}: ${typeOf(property, document)};`;
  });
  const others = schema.additionalProperties;
  if (typeof others === "object") {
    const type = typeOf(others, document);
    lines.push(`[name: string]: ${type === "unknown" ? type : `${type} | undefined`};`);
  }
  return `{\n${lines.join("\n")}\n}`;
}
