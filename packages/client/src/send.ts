import { DocentError, errorOf } from "./docent-error.ts";
import type { Operation } from "./operations.ts";
import { pause } from "./pause.ts";

export type ClientOptions = {
  /** Where Docent is, such as `https://docent.example.com`. */
  server: string;
  /** The project: its domain or its id. */
  domain: string;
  /** Asks, searches and rates; safe in a browser. */
  assistantKey?: string;
  /** Runs jobs; stays on your server. */
  adminKey?: string;
  /** In place of the global `fetch`. */
  fetch?: typeof fetch;
  /** How often a call is sent again at most; 4 unless given, 0 for never. */
  retries?: number;
  /** How long a reply may take to begin; 30,000 unless given. */
  timeoutMs?: number;
  /** How long a stream may be silent before it counts as cut; 90,000 unless given. The server breaks the silence every 15 seconds. */
  silenceMs?: number;
};

export type Call = {
  /** What the path's places are filled with, beside the project. */
  at?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  isStream?: boolean;
};

export const defaults = { retries: 4, timeoutMs: 30_000, silenceMs: 90_000 };
/** Whoever is asked to wait longer is told so, and decides. */
export const longestWaitMs = 30_000;

/** Sends a call until it is answered, as often as repeating it is safe. Anything but a success is thrown. */
export async function send(
  options: ClientOptions,
  operation: Operation,
  call: Call,
): Promise<Response> {
  const { retries = defaults.retries } = options;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(options, operation, call);
    } catch (error) {
      const waitMs = waitAfter(error, operation, attempt);
      if (waitMs === undefined || attempt >= retries) throw error;
      await pause(waitMs, call.signal);
    }
  }
}

/** The same, for the JSON of a reply: the server checks it against the schema that the types are made from. */
export async function sendForJson<T>(
  options: ClientOptions,
  operation: Operation,
  call: Call,
): Promise<T> {
  return jsonOf(await send(options, operation, call));
}

export async function jsonOf<T>(response: Response): Promise<T> {
  const value: unknown = await response.json().catch(() => null);
  if (typeof value === "object" && value !== null) return value as T;
  throw new DocentError("protocol", "The reply was not understood.", { status: response.status });
}

/** How long to wait before the next attempt; undefined: there is none. What was refused was not done, so it can be repeated in any case. */
function waitAfter(error: unknown, operation: Operation, attempt: number): number | undefined {
  if (!(error instanceof DocentError)) return undefined;
  const isRefused = error.code === "rate_limited";
  if (!isRefused && !(operation.isRepeatable && isPassing(error))) return undefined;
  const waitMs = error.retryAfterMs ?? backoffMs(attempt);
  return waitMs <= longestWaitMs ? waitMs : undefined;
}

/** What may be over in a moment. */
export function isPassing({ code, status }: DocentError): boolean {
  return code === "network" || code === "timeout" || code === "rate_limited" || status >= 500;
}

/** Longer each time, and not for everybody at the same moment. */
export function backoffMs(attempt: number): number {
  return Math.min(8_000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

async function sendOnce(
  options: ClientOptions,
  { method, path, key }: Operation,
  call: Call,
): Promise<Response> {
  const { timeoutMs = defaults.timeoutMs } = options;
  const { body, signal, headers, isStream = false } = call;
  const accept = isStream ? "text/event-stream" : "application/json";
  signal?.throwIfAborted();
  const leave = new AbortController();
  const follow = () => leave.abort(signal?.reason);
  signal?.addEventListener("abort", follow, { once: true });
  const late = new DocentError("timeout", `Docent did not answer within ${timeoutMs} ms.`);
  const timer = setTimeout(() => leave.abort(late), timeoutMs);
  try {
    const response = await (options.fetch ?? fetch)(addressOf(options, path, call), {
      method,
      headers: {
        ...(options[key] !== undefined && { authorization: `Bearer ${options[key]}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        accept,
        ...headers,
      },
      redirect: "manual",
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: leave.signal,
    });
    await requireReply(response, accept);
    if (isStream) return response;
    // The whole of a reply has to come in time, not only its beginning.
    return new Response((await response.text()) || null, response);
  } catch (error) {
    signal?.throwIfAborted();
    if (leave.signal.aborted) throw late;
    // Closes the connection of a reply that nobody reads.
    leave.abort();
    if (error instanceof DocentError) throw error;
    throw new DocentError("network", "Docent could not be reached.", { cause: error });
  } finally {
    clearTimeout(timer);
    // Who reads a stream listens to the signal from here on.
    signal?.removeEventListener("abort", follow);
  }
}

/** A redirect is not followed: the question and the key are for `server` alone. */
async function requireReply(response: Response, accept: string): Promise<void> {
  const { ok, status, type, headers } = response;
  if (type === "opaqueredirect" || (status >= 300 && status < 400))
    throw new DocentError(
      "protocol",
      "The server answered with a redirect, which is not followed: set `server` to where it leads.",
      {
        status,
      },
    );
  if (!ok) throw await errorOf(response);
  const found = headers.get("content-type") ?? "";
  if (status === 204 || found.toLowerCase().startsWith(accept)) return;
  const sentence = `The reply is "${found.slice(0, 80)}" in place of ${accept}. Is \`server\` Docent's address?`;
  throw new DocentError("protocol", sentence, { status });
}

function addressOf({ server, domain }: ClientOptions, path: string, call: Call): string {
  const at: Record<string, string> = { domain, projectId: domain, ...call.at };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(at[name] ?? ""),
  );
  const query = new URLSearchParams(call.query).toString();
  return `${server.replace(/\/+$/, "")}${filled}${query === "" ? "" : `?${query}`}`;
}
