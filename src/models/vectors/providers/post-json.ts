import { readLimited } from "../../../lib/read-limited.ts";
import { retryAfterMs } from "../../../lib/retry-after.ts";
import { EmbeddingError, type Pause } from "./embedding-provider.ts";

type JsonRequest = {
  url: string;
  key: string | undefined;
  body: unknown;
  /** How often it is tried in all. */
  attempts: number;
  /** Whether an error may tell what the server says: it may repeat what it was sent. */
  quotesFaults: boolean;
  timeoutMs: number;
  /** A longer reply is not read. */
  mostReplyBytes: number;
  signal: AbortSignal | undefined;
  pause: Pause;
};

const mostFaultBytes = 4_096;
const shownFaultCharacters = 200;
const firstPauseMs = 500;
/** A server that wants to be left alone longer is asked again later, not waited for. */
const longestPauseMs = 60_000;

// Wrong key, wrong model or wrong address: the texts have nothing to do with it.
const settingsFaults = new Set([401, 403, 404, 405]);
const passing = new Set([408, 429, 500, 502, 503, 504, 529]);

/** Posts JSON and gives the parsed reply. What may pass by itself is tried again, as late as the server asks for. */
export async function postJson(request: JsonRequest): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await postOnce(request);
    if (!("error" in outcome)) return outcome.reply;
    request.signal?.throwIfAborted();
    const backOffMs = firstPauseMs * 2 ** (attempt - 1) * (1 + Math.random() / 2);
    const waitMs = Math.max(outcome.error.retryAfterMs ?? 0, backOffMs);
    if (!outcome.mayPass || attempt >= request.attempts || waitMs > longestPauseMs)
      throw outcome.error;
    await request.pause(waitMs, request.signal);
  }
}

type Outcome = { reply: unknown } | { error: EmbeddingError; mayPass: boolean };

async function postOnce(request: JsonRequest): Promise<Outcome> {
  const limit = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
  try {
    const response = await fetch(request.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(request.key !== undefined && { authorization: `Bearer ${request.key}` }),
      },
      body: JSON.stringify(request.body),
      redirect: "error",
      signal,
    });
    if (!response.ok) return await refused(response, request);
    const text = await readLimited(response, request.mostReplyBytes);
    if (text === undefined) return lasting("sent a reply that is too large");
    return parsed(text);
  } catch (error) {
    if (limit.aborted) return lasting(`gave no answer within ${request.timeoutMs} ms`);
    return broken(error);
  }
}

function parsed(text: string): Outcome {
  try {
    return { reply: JSON.parse(text) };
  } catch {
    return lasting("sent a reply that is no JSON");
  }
}

function lasting(what: string): Outcome {
  return { error: new EmbeddingError("texts", `The embedder ${what}.`), mayPass: false };
}

async function refused(response: Response, request: JsonRequest): Promise<Outcome> {
  const { status } = response;
  const isOutage = settingsFaults.has(status) || (passing.has(status) && status !== 500);
  const told = await faultText(response, request);
  const error = new EmbeddingError(
    isOutage ? "outage" : "texts",
    `The embedder answered with status ${status}${told === "" ? "." : `: ${told}`}`,
    retryAfterMs(response.headers.get("retry-after")),
  );
  return { error, mayPass: passing.has(status) };
}

/** Without the key, and cut short. A server that refuses the key may well show a part of it. */
async function faultText(response: Response, request: JsonRequest): Promise<string> {
  const { key, quotesFaults } = request;
  const isAboutKey = response.status === 401 || response.status === 403;
  if (!quotesFaults || isAboutKey) {
    await response.body?.cancel();
    return "";
  }
  const text = (await readLimited(response, mostFaultBytes)) ?? "";
  const safe = key === undefined ? text : text.replaceAll(key, "[redacted]");
  return safe.replaceAll(/\s+/g, " ").trim().slice(0, shownFaultCharacters);
}

/** Only the code is told: an error of `fetch` may quote the headers, and with them the key. */
function broken(error: unknown): Outcome {
  const { cause, code = Object(cause).code }: { cause?: unknown; code?: unknown } = Object(error);
  const detail = typeof code === "string" ? ` (${code})` : "";
  const message = `The embedder cannot be reached, or the connection broke${detail}.`;
  return { error: new EmbeddingError("outage", message), mayPass: true };
}
