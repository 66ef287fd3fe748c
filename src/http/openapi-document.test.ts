import { expect, test } from "vitest";
import { z } from "zod";
import { createTestNode, question, readEvents } from "../../test/harness.ts";
import { openApiDocument } from "./openapi-document.ts";

type Json = Record<string, unknown>;

const operation = z.object({
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()).min(1),
  operationId: z.string().regex(/^[A-Za-z][A-Za-z0-9]*$/),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(["path", "query", "header"]),
      required: z.boolean(),
      schema: z.record(z.string(), z.unknown()),
    }),
  ),
  requestBody: z.record(z.string(), z.unknown()).optional(),
  responses: z.record(
    z.string().regex(/^\d{3}$/),
    z.looseObject({ description: z.string().min(1) }),
  ),
});

const openApi = z.object({
  openapi: z.literal("3.1.0"),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.url() })),
  paths: z.record(
    z.string().startsWith("/"),
    z.partialRecord(z.enum(["get", "post", "patch", "delete"]), operation),
  ),
  components: z.object({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.literal("http") })),
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
});

async function served() {
  const node = await createTestNode();
  const response = await node.request("/openapi.json");
  expect(response.headers.get("content-type")).toContain("application/json");
  const raw = z.record(z.string(), z.unknown()).parse(await response.json());
  return { node, raw, document: openApi.parse(raw) };
}

function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const item of Object.values(value)) yield* objectsIn(item);
}

function resolve(root: Json, reference: string): unknown {
  const steps = reference.replace(/^#\//, "").split("/");
  return steps.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? (at as Json)[step] : undefined),
    root,
  );
}

test("the served document has the structure of OpenAPI 3.1", async () => {
  const { document } = await served();
  expect(document.servers).toEqual([{ url: "http://docent.test" }]);
});

test("every route of the table is in it, and nothing else", async () => {
  const { node, document } = await served();
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(listed.sort()).toEqual(node.routes.map((route) => `${route.method} ${route.path}`).sort());
});

test("every reference resolves inside the document", async () => {
  const { raw } = await served();
  const references = [...objectsIn(raw)].flatMap((one) =>
    typeof one.$ref === "string" ? [one.$ref] : [],
  );
  expect(references.length).toBeGreaterThan(0);
  for (const reference of references) {
    expect(reference).toMatch(/^#\//);
    expect(resolve(raw, reference), reference).toBeDefined();
  }
});

test("operation ids are unique", async () => {
  const { document } = await served();
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((one) => one?.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("every parameter of a path is declared, and security names a declared scheme", async () => {
  const { node, document } = await served();
  for (const route of node.routes) {
    const one = document.paths[route.path]?.[route.method];
    const inPath = one?.parameters.filter((parameter) => parameter.in === "path");
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(inPath?.map((parameter) => parameter.name)).toEqual(names);
    expect(inPath?.every((parameter) => parameter.required)).toBe(true);
    const schemes = one?.security.flatMap((need) => Object.keys(need));
    const keys = { public: [], dashboard: [], member: [], reader: ["assistantKey"] };
    const wanted = { ...keys, assistant: ["assistantKey"], admin: ["adminKey"] };
    expect(schemes).toEqual([...wanted[route.access], ...(route.takesToken ? ["ownerToken"] : [])]);
    for (const scheme of schemes ?? [])
      expect(document.components.securitySchemes[scheme]).toBeDefined();
  }
});

test("the examples fit the schemas they stand beside", async () => {
  const { node } = await served();
  let examples = 0;
  for (const { body, docs } of node.routes) {
    if (body && docs.requestExample !== undefined) {
      expect(body.safeParse(docs.requestExample).error).toBeUndefined();
      examples += 1;
    }
    for (const { schema, example } of docs.responses) {
      if (!schema || example === undefined) continue;
      expect(schema.safeParse(example).error).toBeUndefined();
      examples += 1;
    }
  }
  expect(examples).toBeGreaterThanOrEqual(2);
});

test("the example question is answered", async () => {
  const { node } = await served();
  const example = node.routes.find((route) => route.method === "post")?.docs.requestExample;
  expect((await readEvents(await node.ask(example))).at(-1)?.type).toBe("finish");
});

test("what the server streams fits the documented event, for plain and SDK clients", async () => {
  const { node } = await served();
  const schema = node.routes.find((route) => route.method === "post")?.docs.responses[0]?.schema;
  for (const more of [{}, { trigger: "submit-message" }]) {
    const events = await readEvents(await node.ask(question("How do I create a key?", more)));
    for (const event of events) expect(schema?.safeParse(event).error).toBeUndefined();
  }
});

test("routes with a key or a signature document their refusals, and public ones none", async () => {
  const { node, document } = await served();
  for (const route of node.routes) {
    const statuses = Object.keys(document.paths[route.path]?.[route.method]?.responses ?? {});
    const refusals = statuses.filter((status) => Number(status) === 401);
    const isSigned = route.path.startsWith("/v1/webhooks/");
    expect(refusals).toHaveLength(route.access === "public" && !isSigned ? 0 : 1);
  }
});

test("an empty table is still a document", () => {
  expect(openApi.parse(openApiDocument([], "https://docs.example.com")).paths).toEqual({});
});
