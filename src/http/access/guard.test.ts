import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { errorBody } from "../../contract/error.ts";
import { systemClock } from "../../lib/clock.ts";
import { closeServer, type HttpServer, listen, type Place } from "../listen.ts";
import { proxyList } from "./client.ts";
import { createGuard, type GuardOptions } from "./guard.ts";

type Served = HttpServer & { answered: string[] };

async function serve(
  options: Partial<GuardOptions> = {},
  more: { times?: Place["times"]; answer?(): Response; peer?: string } = {},
): Promise<Served> {
  const answered: string[] = [];
  const guard = createGuard({
    connections: { most: 100, perNetwork: 50 },
    requestsPerMinute: 10_000,
    proxies: proxyList([]),
    clock: systemClock,
    isOwnHost: () => true,
    ...options,
  });
  const { times, answer = () => new Response("hello") } = more;
  const server = await listen(
    { host: "127.0.0.1", port: 0, ...(times && { times }) },
    async (request) => {
      answered.push(request.url);
      if (request.url.endsWith("/large")) await request.arrayBuffer();
      return answer();
    },
    guard,
  );
  const { peer } = more;
  if (peer !== undefined)
    server.http.prependListener("connection", (socket) =>
      Object.defineProperty(socket, "remoteAddress", { value: peer }),
    );
  onTestFinished(() => {
    void closeServer(server);
  });
  return { ...server, answered };
}

/** A client that never closes by itself. */
function open({ url }: HttpServer, text = ""): { socket: Socket; heard(): string } {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.setEncoding("utf8").on("data", (some: string) => {
    heard += some;
  });
  socket.write(text);
  return { socket, heard: () => heard };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10);
}

function connectionsOf({ http }: HttpServer): Promise<number> {
  return new Promise((resolve, reject) =>
    http.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

function parse(reply: string) {
  const [head = "", body = ""] = reply.split("\r\n\r\n", 2);
  return { head: head.toLowerCase(), error: errorBody.parse(JSON.parse(body)) };
}

test("a broken connection is gone after its refusal, also when the client does not close it", async () => {
  const server = await serve();
  const clients = Array.from({ length: 40 }, () => open(server, "rubbish\r\n\r\n"));
  await until(() => clients.every(({ heard }) => heard().includes("invalid_request")));
  await until(async () => (await connectionsOf(server)) === 0);
});

test("one connection too many is refused in the one shape, and one is let in when one has ended", async () => {
  const server = await serve({ connections: { most: 100, perNetwork: 2 } });
  const first = open(server, get("/1"));
  const second = open(server, get("/2"));
  await until(() => server.answered.length === 2);
  const third = open(server, get("/3"));
  await until(() => third.heard().endsWith("}"));
  const { head, error } = parse(third.heard());
  expect(head).toMatch(/^http\/1\.1 503[\s\S]*retry-after: 5/);
  expect(error).toMatchObject({ code: "unavailable" });
  first.socket.destroy();
  second.socket.destroy();
  await until(async () => (await connectionsOf(server)) === 0);
  open(server, get("/4"));
  await until(() => server.answered.length === 3);
  expect(server.answered.map((url) => new URL(url).pathname)).toEqual(["/1", "/2", "/4"]);
});

test("a head or a body that does not arrive ends the connection, a long reply does not", async () => {
  const more = {
    times: { headMs: 100, requestMs: 200, silenceMs: 100_000, checkMs: 20 },
    answer: () =>
      new Response(new ReadableStream({ start: (one) => one.enqueue(Buffer.from("begun")) })),
  };
  const server = await serve({}, more);
  const reader = open(server, get("/stream"));
  await until(() => reader.heard().includes("begun"));
  const silent = open(server);
  const slowHead = open(server, "GET /slow HTTP/1.1\r\nhost: x\r\n");
  const slowBody = open(server, "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nsome");
  const cut = [silent, slowHead, slowBody].map(
    ({ socket }) => new Promise((resolve) => socket.once("end", resolve).once("close", resolve)),
  );
  await Promise.all(cut);
  expect(slowHead.heard()).toContain("took too long");
  expect(silent.heard()).toBe("");
  expect(reader.socket.readyState).toBe("open");
  expect(server.answered).not.toContain("/slow");
});

test("an address past its limit gets a prepared refusal, and whoever watches the server is still answered", async () => {
  const server = await serve({ requestsPerMinute: 5 });
  for (let count = 0; count < 5; count += 1) expect((await fetch(server.url)).status).toBe(200);
  const refused = await fetch(`${server.url}/more`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("connection")).toBe("close");
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  expect(errorBody.parse(await refused.json()).code).toBe("rate_limited");
  expect(server.answered).toHaveLength(5);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test("behind a proxy of ours each reader has its own limit, and a refusal costs nobody the connection", async () => {
  const server = await serve({ requestsPerMinute: 2, proxies: proxyList(["127.0.0.1"]) });
  const from = (address: string) => fetch(server.url, { headers: { "x-forwarded-for": address } });
  for (let count = 0; count < 2; count += 1) expect((await from("192.0.2.1")).status).toBe(200);
  const refused = await from("192.0.2.1");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("connection")).toBe("keep-alive");
  expect((await from("192.0.2.2")).status).toBe(200);
});

test("requests that are sent far ahead of their replies end the connection", async () => {
  const server = await serve({}, { answer: () => new Response(new ReadableStream()) });
  const { socket } = open(server);
  const closed = new Promise((resolve) => socket.once("end", resolve).once("close", resolve));
  socket.write(get("/ahead").repeat(500));
  await closed;
  expect(server.answered.length).toBeLessThanOrEqual(16);
});

test("a request that was sent ahead is worked on when the reply before it has left", async () => {
  const { promise: opened, resolve: answerAll } = Promise.withResolvers<void>();
  const answer = () =>
    new Response(
      new ReadableStream({
        async start(one) {
          await opened;
          one.close();
        },
      }),
    );
  const server = await serve({}, { answer });
  const client = open(server, get("/1") + get("/2"));
  await until(() => client.heard().includes("200 OK"));
  expect(server.answered.map((url) => new URL(url).pathname)).toEqual(["/1"]);
  answerAll();
  await until(() => server.answered.length === 2);
});

test("a large body behind a refusal is not read to its end", async () => {
  const answer = () => new Response("no", { status: 429 });
  const server = await serve({}, { answer });
  const head = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\nsome";
  const { socket, heard } = open(server, head);
  await new Promise((resolve) => socket.once("end", resolve).once("close", resolve));
  expect(heard().toLowerCase()).toMatch(/^http\/1\.1 429[\s\S]*connection: close/);
});

test("who is far past its limit is cut off before anything is read, and a reply under way goes on", async () => {
  const stream = () =>
    new Response(new ReadableStream({ start: (one) => one.enqueue(Buffer.from("begun")) }));
  const more = { answer: stream, peer: "192.0.2.1" };
  const server = await serve({ requestsPerMinute: 100 }, more);
  const reader = open(server, get("/stream"));
  await until(() => reader.heard().includes("begun"));
  const idle = open(server);
  await until(async () => (await connectionsOf(server)) === 2);
  const ends = [idle, open(server, get("/flood").repeat(400))].map(
    ({ socket }) => new Promise((resolve) => socket.once("end", resolve).once("close", resolve)),
  );
  await Promise.all(ends);
  const later = open(server, get("/later"));
  await new Promise((resolve) => later.socket.once("end", resolve).once("close", resolve));
  expect(later.heard()).toBe("");
  expect(reader.socket.readyState).toBe("open");
  expect(server.answered.filter((url) => url.endsWith("/later"))).toEqual([]);
});

test("a probe on this machine is answered while another on it is far past its limit", async () => {
  const server = await serve({ requestsPerMinute: 100 });
  const waiting = open(server);
  await until(async () => (await connectionsOf(server)) === 1);
  const cut = async (text: string) => {
    const client = open(server, text);
    await new Promise((resolve) => client.socket.once("end", resolve).once("close", resolve));
    return client.heard();
  };
  for (let count = 0; count < 20; count += 1) await cut(get("/flood").repeat(17));
  expect(await cut(get("/later"))).toBe("");
  waiting.socket.write(get("/healthz"));
  const probe = open(server, get("/readyz"));
  await until(() => [waiting, probe].every(({ heard }) => heard().includes("200 OK")));
  expect(server.answered.filter((url) => url.endsWith("/later"))).toEqual([]);
});

test("a request for a foreign host is refused, wherever it names the host", async () => {
  const server = await serve({ isOwnHost: (host) => host === "docs.example" });
  for (const request of [
    "GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n",
    "GET http://evil.example/ HTTP/1.1\r\nhost: docs.example\r\n\r\n",
  ]) {
    const client = open(server, request);
    await until(() => client.heard().endsWith("}"));
    const { head, error } = parse(client.heard());
    expect(head).toMatch(/^http\/1\.1 400/);
    expect(error.error).toContain("DOCENT_PUBLIC_URL");
  }
  expect(server.answered).toEqual([]);
  open(server, "GET / HTTP/1.1\r\nhost: docs.example\r\n\r\n");
  await until(() => server.answered.length === 1);
});

const post = (length: number) =>
  `POST /large HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${"x".repeat(length)}`;
const postInChunks = (length: number) =>
  `POST /large HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${length.toString(16)}\r\n${"x".repeat(length)}\r\n0\r\n\r\n`;

test.each([
  ["announced", post],
  ["in chunks", postInChunks],
])("a large body counts as many requests (%s)", async (_kind, send) => {
  const server = await serve({ requestsPerMinute: 50 });
  const first = open(server, send(1_000_000));
  await until(() => first.heard().includes("hello"));
  const second = open(server, get("/next"));
  await until(() => second.heard().includes("rate_limited"));
  expect(server.answered).toHaveLength(1);
});

test("small bodies count as one request each", async () => {
  const server = await serve({ requestsPerMinute: 60 });
  for (let sent = 0; sent < 40; sent += 1) {
    const client = open(server, post(1_000));
    await until(() => client.heard().includes("hello"));
    client.socket.destroy();
  }
  expect(server.answered).toHaveLength(40);
});

test("a network that goes on past refusals of the app waits for each, and for nothing else", async () => {
  let status = 429;
  // On a slow machine the minute's refusals would come back while they are used up.
  const clock = { now: () => new Date(0) };
  const { url } = await serve({ clock }, { answer: () => new Response("", { status }) });
  const msOf = async () => {
    const started = performance.now();
    expect((await fetch(url)).status).toBe(status);
    return performance.now() - started;
  };
  const first = [];
  for (let count = 0; count < 60; count += 1) first.push(await msOf());
  const held = await msOf();
  expect(held).toBeGreaterThan(900);
  expect(first.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(60 * held);
  status = 200;
  expect(Math.min(await msOf(), await msOf(), await msOf())).toBeLessThan(held);
});
