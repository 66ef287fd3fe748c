import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

/** JSON Schema, as far as GitHub's description uses it. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

type Operation = {
  request?: Schema;
  query: string[];
  responses: Record<string, Schema | null>;
};

type Description = {
  paths: Record<string, Record<string, Operation>>;
  schemas: Record<string, Schema>;
};

const file = new URL("../fixtures/forges/github-openapi.json", import.meta.url);
const description: Description = JSON.parse(readFileSync(file, "utf8"));
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "github", schemas: description.schemas });
const compiled = new Map<string, ValidateFunction>();

export type Exchange = {
  method: string;
  /** As the description names it: `/repos/{owner}/{repo}`. */
  template: string;
  query: URLSearchParams;
  body: unknown;
  status: number;
  reply: unknown;
};

/** What in a request or its reply does not keep to GitHub's published description. */
export function violationsOf({ method, template, query, body, status, reply }: Exchange): string[] {
  const name = `${method} ${template}`;
  const operation = description.paths[template]?.[method.toLowerCase()];
  if (operation === undefined) return [`${name} is not in the description`];
  const found: string[] = [];
  for (const key of query.keys()) {
    if (!operation.query.includes(key)) found.push(`${name}: no parameter ${key}`);
  }
  if (status < 300 && operation.request !== undefined) {
    found.push(...faults(`${name} request`, operation.request, body));
  }
  const schema = operation.responses[status];
  if (schema === undefined && status < 300) found.push(`${name}: no status ${status}`);
  if (schema) found.push(...faults(`${name} ${status}`, schema, reply));
  return found;
}

function faults(name: string, schema: Schema, value: unknown): string[] {
  const check = compiled.get(name) ?? ajv.compile(schema);
  compiled.set(name, check);
  if (check(JSON.parse(JSON.stringify(value ?? null)))) return [];
  return (check.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message }) => `${name}: ${instancePath} ${message}`);
}

/** The least that a schema allows, with these values in it. */
export function shaped(name: string, values: Record<string, unknown>): Record<string, unknown> {
  const schema = description.schemas[name] ?? {};
  const present = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  return { ...Object(least(present)), ...values };
}

function least(schema: Schema): unknown {
  if (schema.$ref !== undefined)
    return least(description.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.some(({ type }) => type === "null")) return null;
  if (choices?.[0] !== undefined) return least(choices[0]);
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(least));
  if (schema.enum !== undefined) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object" || schema.properties !== undefined) {
    const required = schema.required ?? [];
    return Object.fromEntries(required.map((key) => [key, least(schema.properties?.[key] ?? {})]));
  }
  if (type === "string") return schema.format === "date-time" ? "2030-01-01T00:00:00Z" : "";
  if (type === "integer" || type === "number") return 0;
  if (type === "boolean") return false;
  return type === "array" ? [] : null;
}
