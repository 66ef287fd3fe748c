import { createHash } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { answerGit } from "../git-http-server.ts";
import type { ForgeState, ForgeToken, PlannedFault } from "./forge-types.ts";

export type ForgeRequest = {
  method: string;
  /** Below the prefix of the API, as it was sent. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
  /** "" where none was sent. */
  token: string;
  /** Undefined for nobody. */
  holder: ForgeToken | undefined;
};

export type ForgeReply = { status: number; body?: unknown; headers?: Record<string, string> };

/** The wire format of one kind of forge. */
export type ForgeFront = {
  /** What paths of the API begin with, such as `/api/v4`; others are git's. */
  prefixes: string[];
  /** The token of a request to the API; "" for none. */
  tokenOf(headers: IncomingHttpHeaders): string;
  answer(request: ForgeRequest): Promise<ForgeReply>;
  /** Headers of every reply of the API, with what is left before the limit. */
  headers(remaining: number | undefined): Record<string, string>;
  /** What the API says instead of an answer. */
  limits: { primary(): ForgeReply; secondary(): ForgeReply };
  /** Whether 304 is answered to who knows the reply already. */
  etags: boolean;
};

export type AskedRequest = { method: string; path: string; status: number; body: unknown };

export type ForgeServer = {
  /** Where the forge is; the repository is at `<url>/<path>.git`. */
  url: string;
  /** What the API was asked, the oldest first. */
  asked: AskedRequest[];
};

/** A forge over http: its API, and git with the same tokens. */
export async function serveForge(
  state: ForgeState,
  makeFront: (url: string) => ForgeFront,
): Promise<ForgeServer> {
  const asked: AskedRequest[] = [];
  let front: ForgeFront | undefined;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://forge");
    const prefix = front?.prefixes.find((start) => pathname.startsWith(start));
    const work =
      front === undefined || prefix === undefined
        ? answerRepository(state, request, response)
        : answerApi({ state, front, prefix, asked }, request, response);
    work.catch((error) => response.writeHead(500).end(String(error?.stack)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  front = makeFront(url);
  return { url, asked };
}

type Serving = { state: ForgeState; front: ForgeFront; prefix: string; asked: AskedRequest[] };

async function answerApi(
  { state, front, prefix, asked }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://forge");
  const { method = "GET", headers } = request;
  const path = pathname.slice(prefix.length);
  const { text, value: body } = await bodyOf(request);
  const entry: AskedRequest = {
    method,
    path: `${path}${query.size > 0 ? `?${query}` : ""}`,
    status: 0,
    body,
  };
  asked.push(entry);
  if (state.mood.delayMs > 0) await sleep(state.mood.delayMs);
  const token = front.tokenOf(headers);
  const wanted = { method, path, query, headers, body: text === "" ? undefined : body, token };
  const answer = () => front.answer({ ...wanted, holder: state.tokenOf(token) });
  const name = `${method} ${path}`;
  const fault = takeFault(state, name);
  if (fault?.afterwards) await answer();
  if (fault?.cut) {
    response.destroy();
    return;
  }
  await state.mood.around(name, "before");
  const reply = fault ?? limitReply(state, front) ?? (await answer());
  await state.mood.around(name, "after");
  const limits = front.headers(state.mood.remaining);
  entry.status = send(
    response,
    { ...reply, headers: { ...limits, ...reply.headers } },
    headers,
    front.etags,
  );
}

async function bodyOf(request: IncomingMessage): Promise<{ text: string; value: unknown }> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString();
  return { text, value: text === "" ? undefined : JSON.parse(text) };
}

function takeFault({ mood }: ForgeState, request: string): PlannedFault | undefined {
  const fault = mood.faults.find(({ only = "" }) => request.includes(only));
  if (fault === undefined) return undefined;
  fault.times = (fault.times ?? 1) - 1;
  if (fault.times <= 0) mood.faults.splice(mood.faults.indexOf(fault), 1);
  return fault;
}

function limitReply({ mood }: ForgeState, { limits }: ForgeFront): ForgeReply | undefined {
  if (mood.secondary) return limits.secondary();
  if (mood.remaining === undefined) return undefined;
  if (mood.remaining <= 0) return limits.primary();
  mood.remaining -= 1;
  return undefined;
}

function send(
  response: ServerResponse,
  { status, body, headers }: ForgeReply,
  asked: IncomingHttpHeaders,
  etags: boolean,
): number {
  const isText = typeof body === "string";
  const text = isText ? body : body === undefined ? "" : JSON.stringify(body);
  const type = { "content-type": isText ? "text/html" : "application/json; charset=utf-8" };
  const etag = `W/"${createHash("sha256").update(text).digest("hex")}"`;
  const tagged = etags && status === 200 ? { etag } : {};
  const isKnown = etags && status === 200 && asked["if-none-match"] === etag;
  response.writeHead(isKnown ? 304 : status, { ...(text !== "" && type), ...tagged, ...headers });
  response.end(isKnown ? "" : text);
  return isKnown ? 304 : status;
}

/** Git with the permissions of the account, as hosts word them. */
async function answerRepository(
  state: ForgeState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://forge");
  const refuse = (status: number, text: string) => {
    const headers = { "content-type": "text/plain", "www-authenticate": 'Basic realm="forge"' };
    response.writeHead(status, headers).end(text);
  };
  const [, path = "", rest = ""] =
    /^\/(.+?)(?:\.git)?(\/(?:info\/refs|git-(?:upload|receive)-pack))$/.exec(pathname) ?? [];
  if (path === "") return refuse(404, "Not Found");
  const token = basicToken(request.headers);
  const holder = state.tokenOf(token);
  if (token !== "" && holder === undefined) return refuse(401, "Invalid username or token.");
  if (state.oldPaths.includes(path)) {
    response.writeHead(301, { location: `/${state.path}.git${rest}?${searchParams}` }).end();
    return;
  }
  const permission = holder?.account.permission ?? (state.private ? "none" : "read");
  if (path !== state.path || permission === "none")
    return refuse(holder ? 404 : 401, "Repository not found.");
  const isPush = `${rest}${searchParams}`.includes("receive-pack");
  const mayPush = permission !== "read" && !holder?.lacks.has("contents");
  if (isPush && (!mayPush || state.archived)) {
    if (holder === undefined) return refuse(401, "");
    return refuse(
      403,
      state.archived
        ? "This repository was archived so it is read-only."
        : `Permission to ${path}.git denied to ${holder.account.name}.`,
    );
  }
  const { repository } = state;
  await answerGit(
    {
      folder: dirname(repository.path),
      path: `/docs.git${rest}`,
      user: holder?.account.name ?? "",
    },
    request,
    response,
  );
  if (isPush && request.method === "POST") await state.look(holder?.account.name);
}

function basicToken({ authorization = "" }: IncomingHttpHeaders): string {
  const login = /^Basic (.+)$/i.exec(authorization)?.[1];
  if (login === undefined) return "";
  const [name = "", ...password] = Buffer.from(login, "base64").toString().split(":");
  return password.join(":") || name;
}
