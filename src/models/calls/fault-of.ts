import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { retryAfterMs } from "../../lib/retry-after.ts";
import { type FaultKind, ModelFault } from "./model-fault.ts";

type FaultContext = {
  beforeFirstToken: boolean;
  /** What an error must not repeat, even where the server does. */
  prompt: LanguageModelV4Prompt;
  /** Texts that must not appear. */
  secrets: string[];
  now: number;
};

/** Turns whatever a provider throws or streams into a fault whose words are safe to log. */
export function faultOf(error: unknown, context: FaultContext): ModelFault {
  const own = chain(error).find((one) => one instanceof ModelFault);
  if (own) return own;
  const told = readError(error);
  if (told.status !== undefined && told.status >= 400) return refusedRequest(told, context);
  const code = networkCode(error);
  if (code !== undefined || isBroken(error)) return brokenConnection(code, context);
  return fault("bad_reply", `sent what cannot be understood (${told.name})`, context);
}

type Told = ReturnType<typeof readError>;

/** Errors come as exceptions, as parts of a stream and as the JSON that a server sent. */
function readError(error: unknown) {
  const given = fields(error);
  const details = fields(fields(given.data).error ?? given.error);
  // Only what was thrown here has them: the JSON of a server may hold anything.
  const headers = error instanceof Error ? fields(given.responseHeaders) : {};
  const codes = [given.type, given.code, details.type, details.code].concat(
    fields(details.details).error_code,
  );
  const known = codes.filter((code) => typeof code === "string" && /^[\w.-]{1,64}$/.test(code));
  return {
    name: error instanceof Error ? error.name : "error",
    status: statusOf(given, known.map(String)),
    codes: known.map(String),
    words: typeof given.message === "string" ? given.message : "",
    retryAfter: typeof headers["retry-after"] === "string" ? headers["retry-after"] : null,
  };
}

const statusOfCode: Record<string, number> = {
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  overloaded_error: 529,
  api_error: 500,
  server_error: 500,
  internal_error: 500,
  timeout_error: 504,
  authentication_error: 401,
  invalid_api_key: 401,
  permission_error: 403,
  context_length_exceeded: 413,
  invalid_request_error: 400,
};

function statusOf(given: Record<string, unknown>, codes: string[]): number | undefined {
  const number = [given.statusCode, given.status, given.code].find(
    (value) => typeof value === "number" && value >= 100 && value < 600,
  );
  if (typeof number === "number") return number;
  return codes.map((code) => statusOfCode[code]).find((status) => status !== undefined);
}

// Waiting does not help: the account is out of money until someone acts, or until the month ends.
const exhausted = new Set(["insufficient_quota", "enforced_spend_limit_reached"]);
const tooLongWords = /prompt is too long|context (length|window)|maximum context|too many tokens/i;

function refusedRequest(told: Told, context: FaultContext): ModelFault {
  const { status = 0, codes, words } = told;
  const isTooLong =
    status === 413 ||
    (status === 400 &&
      (codes.includes("context_length_exceeded") || tooLongWords.test(words.slice(0, 1_000))));
  const kind = isTooLong ? "too_long" : kindOfStatus(status);
  const mayPass = passingKinds.has(kind) && !codes.some((code) => exhausted.has(code));
  const names = codes.length > 0 ? ` (${[...new Set(codes)].join(", ")})` : "";
  const said = kind === "unauthorised" ? withoutKeys(words.slice(0, mostCharacters)) : words;
  const quote = quoted(said, context);
  const wait = retryAfterMs(told.retryAfter, context.now);
  const what = `answered with status ${status}${names}${quote}`;
  return fault(kind, what, context, { mayPass, status, retryAfterMs: wait });
}

/** A server that refuses a key may repeat parts of it: no word that could be one is left. */
function withoutKeys(words: string): string {
  return words.replaceAll(/[^\s"'`,;()]{8,}/g, (word) =>
    /^(?!sk-)[a-z-]{1,30}[.:]?$/i.test(word) ? word : "[redacted]",
  );
}

const passingKinds: ReadonlySet<FaultKind> = new Set(["rate_limited", "overloaded", "timeout"]);

function kindOfStatus(status: number): FaultKind {
  if (status === 401 || status === 402 || status === 403) return "unauthorised";
  if (status === 429) return "rate_limited";
  if (status === 408) return "timeout";
  return status >= 500 ? "overloaded" : "bad_reply";
}

const mostCharacters = 10_000;
const shownCharacters = 200;
const stretchLength = 16;

function quoted(words: string, { secrets, prompt }: FaultContext): string {
  if (words.trim() === "" || words.length > mostCharacters || promptQuotes(prompt, words))
    return "";
  const safe = redact(words, secrets).replaceAll(/\s+/g, " ").trim();
  return `: ${safe.slice(0, shownCharacters)}`;
}

/** Whether words repeat a stretch of what users said: readers' questions are in no log, even where a server repeats them. */
function promptQuotes(prompt: LanguageModelV4Prompt, words: string): boolean {
  const said = prompt.flatMap((message) => (message.role === "user" ? message.content : []));
  const texts = said.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.some((text) => shareStretch(text, words));
}

/** A short text counts as repeated when it appears as a whole. */
function shareStretch(text: string, words: string): boolean {
  const whole = text.trim();
  if (whole.length < stretchLength) return whole.length > 3 && words.includes(whole);
  const stretches = new Set<string>();
  for (let at = 0; at + stretchLength <= words.length; at += 1)
    stretches.add(words.slice(at, at + stretchLength));
  for (let at = 0; at + stretchLength <= text.length; at += 1)
    if (stretches.has(text.slice(at, at + stretchLength))) return true;
  return false;
}

function redact(text: string, secrets: string[]): string {
  const given = secrets.filter((secret) => secret !== "");
  return given.reduce((safe, secret) => safe.replaceAll(secret, "[redacted]"), text);
}

const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

function brokenConnection(code: string | undefined, context: FaultContext): ModelFault {
  const detail = code === undefined ? "" : ` (${code})`;
  if (code !== undefined && neverConnected.test(code))
    return fault("unreachable", `cannot be reached${detail}`, context, { mayPass: true });
  return fault("cut", `broke the connection${detail}`, context, { mayPass: true });
}

function isBroken(error: unknown): boolean {
  return chain(error).some(
    (one) =>
      one instanceof Error &&
      /^(terminated|fetch failed|other side closed)$|ended without a finish/i.test(one.message),
  );
}

function networkCode(error: unknown): string | undefined {
  const thrown = chain(error).filter((one) => one instanceof Error);
  const codes = thrown.map((one) => fields(one).code);
  const code = codes.find((one) => typeof one === "string" && /^[A-Z][A-Z0-9_]{2,63}$/.test(one));
  return typeof code === "string" ? code : undefined;
}

function fault(
  kind: FaultKind,
  what: string,
  { beforeFirstToken, secrets }: FaultContext,
  more: { mayPass?: boolean; status?: number; retryAfterMs?: number | undefined } = {},
): ModelFault {
  const message = redact(`The model's server ${what}.`, secrets);
  return new ModelFault(kind, message, { beforeFirstToken, ...more });
}

const deepestCause = 8;

function chain(error: unknown): unknown[] {
  const found: unknown[] = [];
  let current = error;
  while (current !== undefined && current !== null && found.length < deepestCause) {
    found.push(current);
    current = fields(current).cause;
  }
  return found;
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? Object(value) : {};
}
