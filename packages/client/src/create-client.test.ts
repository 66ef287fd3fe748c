import { expect, test, vi } from "vitest";
import { type ClientOptions, createClient, DocentError } from "./create-client.ts";

type Sent = { method: string; url: string; headers: Record<string, string>; body: string };
type Reply = Response | Error | "hangs";

/** A server that answers as told, in order; what it was sent is kept. */
function serverOf(replies: Reply[], more: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const fetchIt = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET", body, headers } = init;
    const named = Object.fromEntries(new Headers(headers));
    sent.push({ method, url: String(url), headers: named, body: String(body ?? "") });
    const reply = replies.shift();
    if (reply === "hangs")
      return new Promise((_, reject) =>
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
      );
    if (reply instanceof Response) return reply;
    throw reply ?? new TypeError("fetch failed");
  };
  const place = { server: "https://d.example/", domain: "acme", assistantKey: "svc_dsc_1" };
  const client = createClient({ ...place, adminKey: "svc_1", fetch: fetchIt, ...more });
  return { client, sent, calls: () => sent.map(({ method, url }) => `${method} ${pathOf(url)}`) };
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/[0-9a-f]{32}/, "ID");
}

/** Events from a number on; one that is cut has no last line. */
function stream(first: number, events: object[], isCut = false): Response {
  const lines = events.map((event, at) => `id: ${first + at}\ndata: ${JSON.stringify(event)}\n\n`);
  const text = lines.join("") + (isCut ? "id: 99\nda" : "data: [DONE]\n\n");
  return streamOf(text, { "x-session-id": "job_1", "x-branch-name": "b%C3%A9" });
}

function streamOf(body: BodyInit, headers = {}): Response {
  return new Response(body, { headers: { "content-type": "text/event-stream", ...headers } });
}

const text = (delta: string) => ({ type: "text-delta", id: "a", delta });
const finish = { type: "finish", threadId: "thr_1", messageMetadata: { threadId: "thr_1" } };
const refusal = (status: number, code: string, headers = {}) =>
  Response.json({ error: "No.", code, requestId: "req_1", details: [] }, { status, headers });
const lost = () => new TypeError("fetch failed");
const message = "/discovery/v2/assistant/acme/message";

test("a cut stream is resumed behind the last event that was read, and nothing comes twice", async () => {
  const { client, sent, calls } = serverOf([
    stream(1, [{ type: "start", messageId: "msg_1" }, text("One ")], true),
    stream(3, [text("two."), finish]),
  ]);
  const answer = client.ask("Why?", { fp: "ann" });
  expect(await answer.result()).toMatchObject({ text: "One two.", threadId: "thr_1" });
  expect(calls()).toEqual([`POST ${message}`, `GET ${message}/ID/stream`]);
  expect(sent[1]?.headers).toMatchObject({ "last-event-id": "2", "x-fp": "ann" });
  expect(sent[1]?.url).toContain(answer.chatId);
});

test("a question of which nobody knows whether it arrived is looked for before it is asked again", async () => {
  const nothing = new Response(null, { status: 204 });
  const again = serverOf([lost(), nothing, stream(1, [text("Yes."), finish])]);
  expect((await again.client.ask("Why?").result()).text).toBe("Yes.");
  const resumed = `GET ${message}/ID/stream`;
  expect(again.calls()).toEqual([`POST ${message}`, resumed, `POST ${message}`]);
  const found = serverOf([lost(), stream(1, [text("Yes."), finish])]);
  expect((await found.client.ask("Why?").result()).text).toBe("Yes.");
  expect(found.calls()).toEqual([`POST ${message}`, resumed]);
});

test("a question that a server refuses while it stops is asked of the next", async () => {
  const { client, calls } = serverOf([
    refusal(503, "unavailable", { "retry-after": "0" }),
    new Response(null, { status: 204 }),
    stream(1, [text("Yes."), finish]),
  ]);
  expect((await client.ask("Why?").result()).text).toBe("Yes.");
  expect(calls()).toHaveLength(3);
});

test("whoever is asked to wait waits as long, and is told where that is too long", async () => {
  const short = serverOf([
    refusal(429, "rate_limited", { "retry-after": "0" }),
    stream(1, [finish]),
  ]);
  await short.client.ask("Why?").result();
  expect(short.calls()).toHaveLength(2);
  const long = serverOf([refusal(429, "rate_limited", { "retry-after": "60" })]);
  await expect(long.client.ask("Why?").result()).rejects.toMatchObject({
    ...{ code: "rate_limited", status: 429, retryAfterMs: 60_000, requestId: "req_1" },
  });
  expect(long.calls()).toHaveLength(1);
});

test("a job is started once, with the same key at every attempt", async () => {
  const { client, sent } = serverOf([
    lost(),
    new Response("<h1>Bad gateway</h1>", { status: 502 }),
    stream(1, [{ type: "start" }], true),
    stream(2, [{ type: "finish" }]),
    Response.json({ sessionId: "job_1", haultReason: "completed" }),
  ]);
  const job = await client.jobs.start("Rename it.");
  expect([job.sessionId, job.branch]).toEqual(["job_1", "bé"]);
  expect(await job.result()).toMatchObject({ haultReason: "completed" });
  const keys = new Set(sent.slice(0, 3).map(({ headers }) => headers["idempotency-key"]));
  expect([keys.size, sent[0]?.headers.authorization]).toEqual([1, "Bearer svc_1"]);
  expect(sent[3]?.headers["last-event-id"]).toBe("1");
});

test("what must not be done twice is not repeated, and nothing is with no retries", async () => {
  const cancelled = serverOf([lost()]);
  await expect(cancelled.client.jobs.cancel("job_1")).rejects.toMatchObject({ code: "network" });
  expect(cancelled.sent).toHaveLength(1);
  const none = serverOf([lost()], { retries: 0 });
  await expect(none.client.search("keys")).rejects.toBeInstanceOf(DocentError);
  expect(none.sent).toHaveLength(1);
});

test("refusals are typed, also those of a proxy in another form", async () => {
  const details = [{ path: "messages", message: "Must not be empty." }];
  const body = { error: "That is wrong.", code: "invalid_request", requestId: "req_9", details };
  const { client } = serverOf([Response.json(body, { status: 400 })]);
  const error = await client.search("x").catch((one) => one);
  expect(error).toBeInstanceOf(DocentError);
  expect(error).toMatchObject({ code: "invalid_request", message: "That is wrong.", details });
  const proxy = serverOf([new Response("nope", { status: 403 })]);
  await expect(proxy.client.search("x")).rejects.toMatchObject({ code: "forbidden", status: 403 });
});

test("an error event ends the answer with a typed error", async () => {
  const { client } = serverOf([
    stream(1, [text("So"), { type: "error", errorText: "Ask again." }]),
  ]);
  const seen: string[] = [];
  const read = async () => {
    for await (const event of client.ask("Why?")) seen.push(event.type);
  };
  await expect(read()).rejects.toMatchObject({ code: "failed", message: "Ask again." });
  expect(seen).toEqual(["text-delta"]);
});

test("a signal ends a call, a wait and a stream with its own reason", async () => {
  const calls = serverOf(["hangs"]);
  const leave = new AbortController();
  const asked = calls.client.search("x", { signal: leave.signal });
  leave.abort();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  const wait = serverOf([refusal(429, "rate_limited", { "retry-after": "20" })]);
  const other = new AbortController();
  const waiting = wait.client.search("x", { signal: other.signal });
  await vi.waitFor(() => expect(wait.sent).toHaveLength(1));
  other.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  const silent = serverOf([streamOf(new ReadableStream())]);
  const third = new AbortController();
  const reading = silent.client.ask("Why?", { signal: third.signal }).result();
  await vi.waitFor(() => expect(silent.sent).toHaveLength(1));
  third.abort();
  await expect(reading).rejects.toMatchObject({ name: "AbortError" });
});

test("a reply that does not come in time and a stream that falls silent are cut", async () => {
  const late = serverOf(["hangs"], { timeoutMs: 5, retries: 0 });
  await expect(late.client.search("x")).rejects.toMatchObject({ code: "timeout" });
  const silent = serverOf([streamOf(new ReadableStream()), stream(1, [text("Yes."), finish])], {
    silenceMs: 5,
  });
  expect((await silent.client.ask("Why?").result()).text).toBe("Yes.");
});

test("whoever leaves an answer closes its connection", async () => {
  let isClosed = false;
  const body = new ReadableStream({
    start: (out) => out.enqueue(new TextEncoder().encode('id: 1\ndata: {"type":"start"}\n\n')),
    cancel() {
      isClosed = true;
    },
  });
  const { client } = serverOf([streamOf(body)]);
  const answer = client.ask("Why?");
  for await (const _ of answer) break;
  expect([isClosed, answer.lastEventId]).toEqual([true, "1"]);
});

test("stopping says whether there was something to stop", async () => {
  const { client } = serverOf([
    Response.json({ stopped: true }),
    new Response(null, { status: 204 }),
  ]);
  expect(await client.ask("Why?").stop()).toBe(true);
  expect(await client.ask("Why?").stop()).toBe(false);
});
