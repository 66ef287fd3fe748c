import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Route } from "../../src/http/route.ts";
import { operator } from "../../src/lib/actor.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createTokenFor } from "../../src/members/tokens/create-token.ts";
import { locationOf } from "../../src/store/database.ts";
import { createTestNode, question, readEvents, type TestNode } from "../harness.ts";
import { dashboardHeaders, openOwnerSession } from "../owner.ts";
import { openUntilEnd } from "../store-rows.ts";
import { fitting, hostile, oddTexts, type Schema } from "./schema-arbitrary.ts";

type Media = { schema?: Schema };
type Documented = { content?: Record<string, Media> };
type Parameter = { name: string; in: "path" | "query" | "header"; schema: Schema };
type Operation = {
  parameters: Parameter[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, Documented>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
};
type Call = {
  names: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
  isBare: boolean;
};

const runs = Number(process.env.DOCENT_FUZZ_RUNS ?? 8);
const seed = Number(process.env.DOCENT_FUZZ_SEED ?? 14);
const settings = { addressRequestsPerMinute: 1_000_000, keyRequestsPerMinute: 1_000_000 };

test(`every reply is one that the document shows (seed ${seed})`, async () => {
  const node = await createTestNode({ settings });
  await fuzzAll(node, [node], runs);
});

test(`so is every reply of two nodes on one store that take turns (seed ${seed})`, async () => {
  const one = await createTestNode({ settings, store: "postgres" });
  const db = await openUntilEnd(locationOf(one.db));
  const other = await createTestNode({ settings, db, domain: "other" });
  await fuzzAll(one, [one, other], Math.ceil(runs / 4));
});

/** Requests made of the OpenAPI document, fitting and not: whatever comes back must be in the document too. */
async function fuzzAll(node: TestNode, nodes: TestNode[], runsPerRoute: number): Promise<void> {
  const session = await openOwnerSession({ db: node.db, clock: { now: () => new Date() } });
  const served = (await (await node.request("/openapi.json")).json()) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schemas = new Map<Schema | undefined, ValidateFunction>();
  const validatorOf = (schema: Schema | undefined) => {
    const known = schemas.get(schema) ?? ajv.compile({ ...schema, components: served.components });
    schemas.set(schema, known);
    return known;
  };
  const token = await ownerToken(node);
  let sent = 0;
  const nextNode = () => {
    sent += 1;
    return { ...node, request: (nodes[sent % nodes.length] ?? node).request };
  };
  const isLast = ({ method, path }: Route) => `${method} ${path}` === removing;
  const fuzz = async (route: Route) => {
    const operation = served.paths[route.path]?.[route.method];
    if (!operation) throw new Error(`${route.path} is not in the document`);
    const property = fc.asyncProperty(callOf(operation), async (call) => {
      const response = await send(nextNode(), { session, token }, route, call);
      await expectDocumented(validatorOf, operation, response);
    });
    const name = `${route.method} ${route.path}`;
    await fc.assert(property, { numRuns: runsPerRoute, seed }).catch((error) => {
      throw new Error(`${name}: ${error.message}\n${error.cause?.message}`, { cause: error });
    });
  };
  for (const route of node.routes) if (isFuzzed(route) && !isLast(route)) await fuzz(route);
  for (const { request } of nodes) {
    const asked = await askWith(request, node.keys.assistant);
    expect((await readEvents(asked)).at(-1)?.type).toBe("finish");
  }
  for (const route of node.routes) if (isLast(route)) await fuzz(route);
}

function askWith(request: TestNode["request"], key: string): Promise<Response> | Response {
  return request("/discovery/v2/assistant/acme/message", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(question("How do I create a key?")),
  });
}

const removing = "delete /v1/projects/{projectId}";

async function ownerToken({ db }: TestNode): Promise<string> {
  const wanted = { label: "fuzz", scope: "write", expiresAt: null, email: undefined } as const;
  return (await createTokenFor({ db, clock: systemClock }, operator, wanted)).token;
}

/** Logging out, or in with one guess after another, is for tests of their own. */
function isFuzzed({ path }: Route): boolean {
  return !path.startsWith("/auth/");
}

function callOf({ parameters, requestBody }: Operation): fc.Arbitrary<Call> {
  const inPlace = (place: Parameter["in"], make: (one: Parameter) => fc.Arbitrary<unknown>) =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place).map((one) => [one.name, make(one)] as const),
    );
  const value = ({ schema }: Parameter) =>
    fc.oneof(fitting(schema), fc.constantFrom(...oddTexts), fc.string());
  return fc.record({
    names: fc.record(inPlace("path", pathValue)),
    query: fc.record(inPlace("query", value), { requiredKeys: [] }),
    headers: fc.record(inPlace("header", value), { requiredKeys: [] }),
    body: requestBody ? hostile(requestBody.content["application/json"].schema) : fc.constant(null),
    isBare: fc.integer({ max: 9, min: 0 }).map((one) => one === 0),
  });
}

function pathValue({ name }: Parameter): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom(...oddTexts.filter((one) => one)),
  );
  if (name !== "domain" && name !== "projectId") return fc.oneof(fc.constant("keys.md"), odd);
  return fc.oneof({ weight: 5, arbitrary: fc.constant("acme") }, odd);
}

type Ways = { session: string; token: string };

async function send(node: TestNode, ways: Ways, route: Route, call: Call): Promise<Response> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(call.names[name]).toWellFormed()),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query)) query.set(name, String(value));
  const ofProject = { assistant: node.keys.assistant, admin: node.keys.admin };
  const isForToken = route.takesToken === true && route.needs === "owner";
  const key = isForToken ? ways.token : ofProject[route.access as "admin"];
  const headers = new Headers({
    ...(route.body && { "content-type": "application/json" }),
    ...(key && !call.isBare && { authorization: `Bearer ${key}` }),
    ...(/^(?:dashboard|member)$/.test(route.access) &&
      !call.isBare &&
      dashboardHeaders(ways.session)),
  });
  for (const [name, value] of Object.entries(call.headers)) {
    const text = String(value)
      .replace(/[^\x20-\x7e]/g, "")
      .trim();
    headers.set(name, text);
  }
  const body = route.method === "get" ? null : JSON.stringify(call.body);
  const method = route.method.toUpperCase();
  return node.request(`${path}?${query}`, { method, headers, body });
}

async function expectDocumented(
  validatorOf: (schema: Schema | undefined) => ValidateFunction,
  operation: Operation,
  response: Response,
) {
  const { status } = response;
  const text = await response.text();
  const shown = text.slice(0, 300);
  expect(status, shown).not.toBe(500);
  const documented = operation.responses[status];
  expect(documented, `status ${status}: ${shown}`).toBeDefined();
  if (text === "") return;
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0] ?? "";
  const media = documented?.content?.[type];
  expect(media, `status ${status} as ${type}: ${shown}`).toBeDefined();
  const fits = (schema: Schema | undefined, value: unknown) => {
    const validate = validatorOf(schema);
    expect(validate(value), `${JSON.stringify(validate.errors)}\n${shown}`).toBe(true);
  };
  if (type === "application/json") fits(media?.schema, JSON.parse(text));
  if (type !== "text/event-stream") return;
  for (const line of text.split("\n").filter((one) => one.startsWith("data: {")))
    fits(media?.schema?.properties?.data?.contentSchema, JSON.parse(line.slice("data: ".length)));
}
