import type { ForgeReply, ForgeRequest } from "./forge-server.ts";

type Handler = (request: ForgeRequest, values: string[]) => Promise<ForgeReply> | ForgeReply;

export type Route = [method: string, path: string, handler: Handler];

/** Finds who answers: `:name` in a path stands for one part of it, which is handed over decoded. */
export function findRoute(
  routes: Route[],
  { method, path }: ForgeRequest,
): { handler: Handler; values: string[] } | undefined {
  for (const [wanted, pattern, handler] of routes) {
    const values = wanted === method ? matched(pattern, path) : undefined;
    if (values !== undefined) return { handler, values };
  }
  return undefined;
}

function matched(pattern: string, path: string): string[] | undefined {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  const values: string[] = [];
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":")) values.push(decodeURIComponent(value));
    else if (part !== value) return undefined;
  }
  return values;
}

/** A request's body as an object of whatever was sent. */
export function sent({ body }: ForgeRequest): Record<string, unknown> {
  return Object(body);
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}
