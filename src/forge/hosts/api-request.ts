import type { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { readLimited } from "../../lib/read-limited.ts";
import { limitMs, refusalError, resetMs, unreachedError } from "./api-refusal.ts";
import type { HostLimits } from "./host-limits.ts";

/** What one request shows to the forge. */
export type ApiLogin = {
  headers: Record<string, string>;
  /** Taken out of whatever is told. */
  secrets: readonly string[];
};

export type ApiSettings = {
  /** The forge as people call it, such as "GitHub". */
  forge: string;
  /** No slash at the end. */
  apiUrl: string;
  /** Below `apiUrl`: where the repository itself is read, to tell where it has gone after a rename. */
  repositoryPath: string;
  login(): Promise<ApiLogin>;
  /** The forge did not take the login: true when another can be tried. Gets the headers of the refusal. */
  renew?(headers: Headers): Promise<boolean>;
  /** What to grant, as a sentence, from a refusal's headers; "" where they do not say. */
  grant?(headers: Headers): string;
  limits: HostLimits;
  timeoutMs?: number;
};

export type ApiCall<Value> = {
  /** What is to be done, for the sentence of a refusal: "open the pull request". */
  purpose: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `apiUrl`, with a slash first; or a whole address on the same host. */
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  schema: z.ZodType<Value>;
  /** Of what is known: the reply is undefined when it is the same still. */
  etag?: string;
  /** Follows one redirect on the same host: for what is read alone. */
  followsMove?: boolean;
  login?: ApiLogin;
  signal?: AbortSignal | undefined;
};

export type ApiReply<Value> = {
  value: Value;
  headers: Headers;
  etag: string;
  /** Address of the next page; "" on the last. */
  next: string;
};

/** Talks to the API of one repository's forge. Throws the AppErrors that `ForgeHost` describes. */
export type Api = {
  call<Value>(call: ApiCall<Value>): Promise<ApiReply<Value>>;
  /** Undefined where nothing changed since `etag`. */
  callIfChanged<Value>(call: ApiCall<Value>): Promise<ApiReply<Value> | undefined>;
  /** The items of all pages, asked for one by one; each page is a list. */
  each<Item>(call: ApiCall<Item[]>): AsyncGenerator<Item>;
};

const mostReplyBytes = 10 * 1_048_576;
const mostFaultBytes = 65_536;
const mostPages = 20;
const usualTimeoutMs = 20_000;

export function createApi(settings: ApiSettings): Api {
  const callIfChanged: Api["callIfChanged"] = async (call) => {
    const answer = await ask(settings, call);
    const isRefused = answer.status === 401 && call.login === undefined;
    if (!isRefused || !(await settings.renew?.(answer.headers))) {
      return understand(settings, call, answer);
    }
    return understand(settings, call, await ask(settings, call));
  };
  const call: Api["call"] = async (wanted) => {
    const reply = await callIfChanged(wanted);
    if (reply !== undefined) return reply;
    throw new AppError("unavailable", `${settings.forge} sent an answer to another question.`);
  };
  return { callIfChanged, call, each: (wanted) => eachItem(call, wanted) };
}

async function* eachItem<Item>(call: Api["call"], first: ApiCall<Item[]>): AsyncGenerator<Item> {
  let reply = await call(first);
  for (let page = 1; ; page += 1) {
    yield* reply.value;
    if (reply.next === "" || page >= mostPages) return;
    const { query: _, ...rest } = first;
    reply = await call({ ...rest, path: reply.next });
  }
}

type Answer = { status: number; headers: Headers; text: string | undefined; login: ApiLogin };

async function ask(settings: ApiSettings, call: ApiCall<unknown>): Promise<Answer> {
  const url = addressOf(settings, call);
  settings.limits.check(url.host);
  const login = call.login ?? (await settings.login());
  const answer = await send(settings, { ...call, login }, url);
  const location = answer.headers.get("location");
  if (!isMove(answer.status) || !call.followsMove || location === null) return answer;
  const target = new URL(location, url);
  return target.origin === url.origin ? send(settings, { ...call, login }, target) : answer;
}

type Sent = ApiCall<unknown> & { login: ApiLogin };

async function send(settings: ApiSettings, call: Sent, url: URL): Promise<Answer> {
  const { login } = call;
  const limit = AbortSignal.timeout(settings.timeoutMs ?? usualTimeoutMs);
  try {
    const response = await fetch(url, {
      method: call.method ?? "GET",
      headers: headersOf(call),
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      redirect: "manual",
      signal: call.signal ? AbortSignal.any([call.signal, limit]) : limit,
    });
    const { status, headers } = response;
    const text = await readLimited(response, response.ok ? mostReplyBytes : mostFaultBytes);
    note(settings.limits, url.host, { status, headers, text: text ?? "" });
    return { status, headers, text, login };
  } catch (error) {
    call.signal?.throwIfAborted();
    settings.limits.failed(url.host);
    if (!limit.aborted) throw unreachedError(settings.forge, error);
    throw new AppError("unavailable", `${settings.forge} gave no answer in time.`);
  }
}

function headersOf({ login, body, etag }: Sent): Record<string, string> {
  return {
    accept: "application/json",
    "user-agent": "docent",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(etag !== undefined && etag !== "" && { "if-none-match": etag }),
    ...login.headers,
  };
}

/** A token goes to its own host alone, whatever address a reply names. */
function addressOf({ apiUrl, forge }: ApiSettings, { path, query }: ApiCall<unknown>): URL {
  const url = new URL(path.startsWith("/") ? `${apiUrl}${path}` : path);
  if (url.origin !== new URL(apiUrl).origin) {
    throw new AppError("unavailable", `${forge} named an address on another host.`);
  }
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function note(
  limits: HostLimits,
  host: string,
  reply: { status: number; headers: Headers; text: string },
): void {
  const waitMs = limitMs(reply) ?? resetMs(reply.headers);
  if (waitMs !== undefined) limits.limited(host, waitMs);
  else if (reply.status >= 500) limits.failed(host);
  else limits.answered(host);
}

async function understand<Value>(
  settings: ApiSettings,
  call: ApiCall<Value>,
  answer: Answer,
): Promise<ApiReply<Value> | undefined> {
  const { status, headers, text, login } = answer;
  if (status === 304) return undefined;
  if (isMove(status)) throw await movedError(settings, call);
  if (status < 200 || status > 299) {
    const { forge, grant } = settings;
    const { purpose } = call;
    const told = { status, headers, text: text ?? "", secrets: login.secrets };
    throw refusalError({ forge, purpose, ...told, grant: grant?.(headers) ?? "" });
  }
  if (text === undefined) {
    throw new AppError("unavailable", `${settings.forge} sent a reply that is too large.`);
  }
  const value = parsedReply(settings.forge, call.schema, text);
  return { value, headers, etag: headers.get("etag") ?? "", next: nextPage(headers) };
}

function parsedReply<Value>(forge: string, schema: z.ZodType<Value>, text: string): Value {
  let json: unknown;
  try {
    json = text === "" ? undefined : JSON.parse(text);
  } catch {
    const sentence = `${forge} answered with something else than its API, such as a page of a proxy or a login.`;
    throw new AppError("unavailable", sentence);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join(".").slice(0, 100) ?? "";
  const sentence = `${forge} sent a reply that Docent does not understand (at "${place}").`;
  throw new AppError("unavailable", sentence);
}

function isMove(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

async function movedError(settings: ApiSettings, call: ApiCall<unknown>): Promise<AppError> {
  const target = await newAddress(settings, call).catch(() => "");
  const where = target === "" ? "its new address" : `its new address, ${target}`;
  return new AppError(
    "not_found",
    `The repository was renamed or moved on ${settings.forge}, and Docent sends its token to no other address by itself: give the source ${where}.`,
  );
}

async function newAddress(settings: ApiSettings, call: ApiCall<unknown>): Promise<string> {
  const { signal, login } = call;
  const answer = await ask(settings, {
    purpose: "read the repository",
    path: settings.repositoryPath,
    schema: call.schema,
    followsMove: true,
    ...(login && { login }),
    signal,
  });
  const told: { html_url?: unknown; web_url?: unknown } = Object(JSON.parse(answer.text ?? ""));
  const address = told.html_url ?? told.web_url;
  return typeof address === "string" && /^https?:\/\/[^\s"<>]{1,300}$/.test(address) ? address : "";
}

function nextPage(headers: Headers): string {
  for (const part of (headers.get("link") ?? "").slice(0, 8_192).split(",")) {
    const [address = "", ...marks] = part.split(";");
    if (marks.some((mark) => /^\s*rel="?next"?\s*$/i.test(mark))) {
      return address.trim().replace(/^</, "").replace(/>$/, "");
    }
  }
  return "";
}
