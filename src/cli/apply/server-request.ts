import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { errorBody } from "../../contract/error.ts";
import { AppError } from "../../lib/app-error.ts";

export type ServerCall = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
};

/** Sends requests with an owner's token. Undefined: what was to be read or removed is not there. */
export type ServerRequest = <Schema extends z.ZodType>(
  call: ServerCall,
  schema?: Schema,
) => Promise<z.output<Schema> | undefined>;

const mostAttempts = 6;
const longestWaitSeconds = 60;
const longestReply = 50 * 1024 * 1024;

/** The token goes to this very server: no redirect is followed. */
export function createServerRequest(server: string, token: string): ServerRequest {
  const base = baseOf(server);
  return async (call, schema) => {
    const response = await answered(base, token, call);
    if (response.status >= 300 && response.status < 400) throw sentOn(base, response);
    if (!response.ok) {
      const error = await refusal(response);
      const isGone = error.code === "not_found" && /^(?:GET|DELETE)$/.test(call.method);
      if (isGone) return undefined;
      throw error;
    }
    if (response.status === 204 || schema === undefined) {
      await response.body?.cancel();
      return undefined;
    }
    const parsed = schema.safeParse(await jsonOf(response));
    if (parsed.success) return parsed.data;
    throw new AppError(
      "unavailable",
      `The server ${base.host} answered in a form that is not known: is it a Docent of the same version?`,
    );
  };
}

function baseOf(server: string): URL {
  const base = URL.parse(server.endsWith("/") ? server : `${server}/`);
  const isPlain = base !== null && /^https?:$/.test(base.protocol) && base.username === "";
  if (isPlain && base.password === "" && base.search === "" && base.hash === "") return base;
  throw new AppError("invalid_request", "--server is the address of a Docent server.");
}

/** Who is told to come again later, does. */
async function answered(base: URL, token: string, call: ServerCall): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(base, token, call);
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || attempt === mostAttempts) return response;
    const seconds = Number(response.headers.get("retry-after")) || attempt;
    await response.body?.cancel();
    await wait(Math.min(seconds, longestWaitSeconds) * 1_000);
  }
}

async function send(base: URL, token: string, call: ServerCall): Promise<Response> {
  const { method, path, body } = call;
  try {
    return await fetch(new URL(`v1/${path}`, base), {
      method,
      redirect: "manual",
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new AppError("unavailable", `The server ${base.host} cannot be reached.`, { cause });
  }
}

function sentOn(base: URL, { headers }: Response): AppError {
  const other = URL.parse(headers.get("location") ?? "", base.href)?.origin ?? "another address";
  return new AppError(
    "unavailable",
    `The server ${base.host} sends on to ${other}, and the token was not sent there: name the right address with --server.`,
  );
}

async function jsonOf(response: Response): Promise<unknown> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > longestReply) throw new AppError("unavailable", "The reply is too long.");
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function refusal(response: Response): Promise<AppError> {
  const body = errorBody.safeParse(await jsonOf(response));
  if (!body.success)
    return new AppError(
      "unavailable",
      `The server answered with ${response.status}, and not as a Docent does: is --server right?`,
    );
  const { error, code, details } = body.data;
  const more = details.filter(({ message }) => !error.includes(message));
  const places = more.map(({ path, message }) => `${path}: ${message}`).join(" ");
  return new AppError(code, places === "" ? error : `${error} ${places}`, { details });
}
