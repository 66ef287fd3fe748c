import type { z } from "zod";
import type { KeyKind } from "../contract/keys.ts";
import type { Role } from "../contract/members.ts";
import type { KeyActor } from "../keys/verify-key.ts";
import type { Actor } from "../lib/actor.ts";
import type { Log } from "../lib/log.ts";
import type { SpanPlace } from "../lib/telemetry/span.ts";
import type { Client } from "./access/client.ts";

/**
 * Who may call a route: everyone; the pages of the dashboard, logged in or not; a member alone; readers of the docs,
 * who need an assistant key where the project is private; a key of that kind, or a member.
 * A key route names its project in the path, as {domain} or {projectId}, or is about the key's own.
 */
export type Access = "public" | "dashboard" | "member" | "reader" | KeyKind;

/** A member acts on the project the path names; "" where it names none. */
export type MemberCaller = Extract<Actor, { kind: "member" }> & {
  sessionId: string;
  projectId: string;
};
export type Caller = KeyActor | MemberCaller;

export type RouteResponse = {
  status: number;
  description: string;
  contentType?: string;
  /** Of the body; of one event where the content is a stream of them. Errors have the one shape unless it is given. */
  schema?: z.ZodType;
  /** Other content types of the same reply. */
  alsoAs?: Record<string, z.ZodType>;
  example?: unknown;
  headers?: Record<string, string>;
};

export type RouteDocs = {
  summary: string;
  description: string;
  tag: string;
  query?: Record<string, { description: string; schema: z.ZodType }>;
  headers?: Record<string, { description: string; schema: z.ZodType }>;
  requestExample?: unknown;
  responses: RouteResponse[];
};

export type RouteRequest<Body> = {
  request: Request;
  url: URL;
  params: Record<string, string>;
  body: Body;
  requestId: string;
  log: Log;
  client: Client;
  /** In a trace, where somebody follows them. */
  place?: SpanPlace | undefined;
};

/** One line of the route table: the source of the routing, the access rules and their tests, and the OpenAPI document. */
export type Route = {
  method: "get" | "post" | "patch" | "delete";
  /** As in OpenAPI: `/discovery/v2/assistant/{domain}/message`. `{rest}` at the end takes slashes as well. */
  path: string;
  access: Access;
  /** The least role of a member; left out: a viewer for GET and for what readers may, an editor for everything else. */
  needs?: Role;
  /** Takes a pass of the reader in place of a key: one for reading, or one that takes questions. Left out: none. */
  takesPass?: "read" | "ask";
  /** Takes an owner's token in place of a key, which then acts as that owner. Left out: it takes none. */
  takesToken?: boolean;
  /** Kept out of the record of who did what: it only looks. */
  isUnrecorded?: boolean;
  body?: z.ZodType;
  /** What of the body says to what it was done; the path says the rest. Never a secret. */
  target?(body: unknown): string;
  docs: RouteDocs;
  handle(request: RouteRequest<unknown>, actor: Caller | undefined): Promise<Response> | Response;
};

type Typed<Schema extends z.ZodType, Who> = Omit<Route, "access" | "body" | "target" | "handle"> & {
  body?: Schema;
  target?(body: z.output<Schema>): string;
  handle(request: RouteRequest<z.output<Schema>>, who: Who): Promise<Response> | Response;
};

export function publicRoute(route: Typed<z.ZodUndefined, undefined>): Route {
  return {
    ...route,
    access: "public",
    handle: (request) => route.handle({ ...request, body: undefined }, undefined),
  };
}

export function keyRoute<Schema extends z.ZodType>(
  route: Typed<Schema, Caller> & { access: KeyKind },
): Route {
  return {
    ...route,
    handle(request, actor) {
      if (!actor) throw new Error(`${route.path} was called without its access check`);
      return route.handle(withBody<Schema>(request), actor);
    },
  };
}

/** Without a reader the project is public. */
export function readerRoute<Schema extends z.ZodType>(
  route: Typed<Schema, Caller | undefined>,
): Route {
  return {
    ...route,
    access: "reader",
    handle: (request, reader) => route.handle(withBody<Schema>(request), reader),
  };
}

export function dashboardRoute<Schema extends z.ZodType>(
  route: Typed<Schema, MemberCaller | undefined>,
): Route {
  return {
    ...route,
    access: "dashboard",
    handle: (request, caller) =>
      route.handle(withBody<Schema>(request), caller?.kind === "member" ? caller : undefined),
  };
}

export function memberRoute<Schema extends z.ZodType>(route: Typed<Schema, MemberCaller>): Route {
  return {
    ...route,
    access: "member",
    handle(request, caller) {
      if (caller?.kind !== "member")
        throw new Error(`${route.path} was called without its access check`);
      return route.handle(withBody<Schema>(request), caller);
    },
  };
}

export function leastRole({ method, access, needs }: Route): Role {
  const isOpen = method === "get" || access === "reader" || access === "assistant";
  return needs ?? (isOpen ? "viewer" : "editor");
}

/** The app has parsed the body with this very schema before it calls the route. */
function withBody<Schema extends z.ZodType>(
  request: RouteRequest<unknown>,
): RouteRequest<z.output<Schema>> {
  return request as RouteRequest<z.output<Schema>>;
}

/** The usual reply of a route. */
export function jsonReply(
  description: string,
  schema: z.ZodType,
  example?: unknown,
): RouteResponse {
  const contentType = "application/json";
  return {
    status: 200,
    description,
    contentType,
    schema,
    ...(example !== undefined && { example }),
  };
}
