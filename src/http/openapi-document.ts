import { z } from "zod";
import { errorBody } from "../contract/error.ts";
import type { Route, RouteResponse } from "./route.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the route table. */
export function openApiDocument(routes: Route[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Docent",
      version: "0.1.0",
      description:
        "Answers readers' questions from your docs, every statement cited to the lines it came from.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        assistantKey: {
          type: "http",
          scheme: "bearer",
          description: "Assistant key (svc_dsc_…): public, safe in client-side code.",
        },
        adminKey: {
          type: "http",
          scheme: "bearer",
          description: "Admin key (svc_…): secret, for servers only.",
        },
        ownerToken: {
          type: "http",
          scheme: "bearer",
          description:
            "Owner's token (svc_own_…): secret, for programs that set projects up. It acts as the owner it belongs to.",
        },
      },
      schemas: { Error: jsonSchema(errorBody, "output") },
    },
  };
}

const security: Record<Route["access"], Json[]> = {
  public: [],
  dashboard: [],
  member: [],
  reader: [{}, { assistantKey: [] }],
  assistant: [{ assistantKey: [] }],
  admin: [{ adminKey: [] }],
};

function operation(route: Route): Json {
  const { docs } = route;
  return {
    summary: docs.summary,
    description: docs.description,
    tags: [docs.tag],
    operationId: `${route.method}${route.path.replace(/[^a-z0-9]+(\w)?/gi, (_, next) => (next ?? "").toUpperCase())}`,
    security: [...security[route.access], ...(route.takesToken ? [{ ownerToken: [] }] : [])],
    parameters: parameters(route),
    ...(route.body && { requestBody: requestBody(route.body, docs.requestExample) }),
    responses: { ...errors(route), ...Object.fromEntries(docs.responses.map(response)) },
  };
}

function parameters(route: Route): Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const named = (place: "query" | "header", all: Route["docs"]["query"] = {}) =>
    Object.entries(all).map(([name, { description, schema }]) => ({
      name,
      in: place,
      required: false,
      description,
      schema: jsonSchema(schema, "input"),
    }));
  return [...inPath, ...named("query", route.docs.query), ...named("header", route.docs.headers)];
}

function requestBody(schema: z.ZodType, example: unknown): Json {
  const content = {
    schema: jsonSchema(schema, "input"),
    ...(example !== undefined && { example }),
  };
  return { required: true, content: { "application/json": content } };
}

function response(one: RouteResponse): [string, Json] {
  const headers = Object.entries(one.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  const described = {
    description: one.description,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...contents(one),
  };
  return [String(one.status), described];
}

function contents(one: RouteResponse): Json {
  if (one.status >= 400 && !one.contentType) return errorContent;
  const own = one.contentType && { [one.contentType]: media(one) };
  const others = Object.entries(one.alsoAs ?? {}).map(([contentType, schema]) => [
    contentType,
    media({ contentType, schema }),
  ]);
  return own || others.length > 0 ? { content: { ...own, ...Object.fromEntries(others) } } : {};
}

type Media = Pick<RouteResponse, "contentType" | "schema" | "example">;

function media({ contentType, schema, example }: Media): Json {
  const described = schema && jsonSchema(schema, "output");
  const shown = example !== undefined && { example };
  if (contentType === "text/event-stream") return { schema: serverEvent(described), ...shown };
  return { ...(described && { schema: described }), ...shown };
}

/** One event of a stream, as OpenAPI 3.2 describes them. The last one is the text `[DONE]`. */
function serverEvent(contentSchema: Json | undefined): Json {
  const data = { type: "string", contentMediaType: "application/json", contentSchema };
  return {
    type: "object",
    properties: { id: { type: "string" }, data },
    required: ["data"],
  };
}

const errorContent = {
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};

/** What any route of its kind may be refused with; what a route says of a status itself goes before. */
function errors(route: Route): Json {
  const of = (description: string) => ({ description, ...errorContent });
  const named = /\{/.test(route.path) && { 404: of("What the address names is not there.") };
  if (route.access === "public") return { ...named };
  const isForPages = route.access === "dashboard" || route.access === "member";
  const who = isForPages ? "session or password" : "key";
  return {
    400: of("The request is not valid: up to twenty faults are in `details`."),
    401: of(`No ${who}, or one that is unknown, revoked or expired.`),
    403: of(
      isForPages
        ? "Not sent by the pages of the dashboard, a link that was used or has expired, or a member whose role is not enough."
        : "A real key of the wrong kind, of another project, or from a site that is not allowed.",
    ),
    404: of("What the address names is not there."),
    ...(route.body && {
      413: of("The body is too large."),
      415: of("The body is not announced as application/json."),
    }),
    429: of("Too many requests; see Retry-After."),
    503: of("The store is out of reach, or the server is full or restarting; see Retry-After."),
  };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
