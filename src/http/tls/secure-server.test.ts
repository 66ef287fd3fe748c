import { once } from "node:events";
import { copyFile, readFile } from "node:fs/promises";
import { get } from "node:http";
import { type ClientHttp2Session, connect, constants } from "node:http2";
import { get as getSecure } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { makeTlsPair } from "../../../test/tls-pair.ts";
import { errorBody } from "../../contract/error.ts";
import { systemClock } from "../../lib/clock.ts";
import { proxyList } from "../access/client.ts";
import { createGuard, type GuardOptions, mostStreams } from "../access/guard.ts";
import { closeServer, type HttpServer, listen, type Place } from "../listen.ts";
import { sse } from "../sse.ts";
import { followTlsFiles } from "./follow-tls-files.ts";
import type { TlsFiles } from "./read-tls-pair.ts";

type Served = HttpServer & { tls: TlsFiles; ca: Buffer; answered: string[] };

async function serve(
  options: Partial<GuardOptions> = {},
  answer: (request: Request) => Promise<Response> | Response = () => new Response("hello"),
  more: Partial<Place> = {},
): Promise<Served> {
  const tls = await makeTlsPair();
  const guard = createGuard({
    connections: { most: 100, perNetwork: 50 },
    requestsPerMinute: 10_000,
    proxies: proxyList([]),
    clock: systemClock,
    isOwnHost: (host) => host.startsWith("127.0.0.1"),
    ...options,
  });
  const answered: string[] = [];
  const server = await listen(
    { host: "127.0.0.1", port: 0, tls, ...more },
    (request) => {
      answered.push(request.url);
      return answer(request);
    },
    guard,
  );
  onTestFinished(() => closeServer(server));
  return { ...server, tls, ca: await readFile(tls.certFile), answered };
}

function openSession({ url, ca }: Served): ClientHttp2Session {
  const session = connect(url, { ca });
  session.on("error", () => undefined);
  onTestFinished(() => session.destroy());
  return session;
}

/** Also of one that ends with a fault. */
function ending(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve) => session.once("close", () => resolve()));
}

type Reply = { status: number; headers: Record<string, unknown>; body: string };

async function ask(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body?: string,
): Promise<Reply> {
  const stream = session.request({ ":path": "/", ...headers }, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [replied] = await once(stream, "response");
  let text = "";
  stream.setEncoding("utf8");
  for await (const piece of stream) text += piece;
  return { status: replied[":status"], headers: replied, body: text };
}

test("one port speaks HTTP/2 and HTTP/1.1, and says so in its address", async () => {
  const server = await serve({}, async (request) => new Response(await request.text()));
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const post = { ":method": "POST", ":path": "/echo", "content-type": "text/plain" };
  const reply = await ask(openSession(server), post, "hello");
  expect([reply.status, reply.body]).toEqual([200, "hello"]);
  const status = await new Promise((resolve, reject) => {
    getSecure(server.url, { ca: server.ca }, ({ statusCode, httpVersion }) =>
      resolve([statusCode, httpVersion]),
    ).on("error", reject);
  });
  expect(status).toEqual([200, "1.1"]);
  expect(server.answered).toEqual([`${server.url}/echo`, `${server.url}/`]);
});

test("many streams of events run on one connection, and end with it", async () => {
  let open = 0;
  const endless = () => {
    open += 1;
    const leave = new AbortController();
    async function* events() {
      yield { seq: 1, event: { type: "first" } };
      await new Promise((resolve) => leave.signal.addEventListener("abort", resolve));
    }
    return sse(events(), {
      ...{ headers: {}, keepAliveMs: 10_000, withIds: true, faultEvent: () => ({}) },
      onClose() {
        open -= 1;
        leave.abort();
      },
    });
  };
  const server = await serve({}, endless);
  const session = openSession(server);
  const streams = Array.from({ length: 40 }, () => session.request({ ":path": "/events" }));
  for (const stream of streams) {
    const [headers] = await once(stream, "response");
    expect(headers["content-type"]).toMatch(/^text\/event-stream/);
    expect(String((await once(stream, "data"))[0])).toContain("first");
  }
  expect(open).toBe(40);
  session.destroy();
  while (open > 0) await sleep(5);
});

test("hosts, requests a minute and bodies are held to the same rules", async () => {
  const server = await serve(
    { requestsPerMinute: 20 },
    async (request) => new Response(String((await request.text()).length)),
  );
  const session = openSession(server);
  const foreign = await ask(session, { ":authority": "evil.example" });
  expect(foreign.status).toBe(400);
  expect(errorBody.parse(JSON.parse(foreign.body)).error).toContain("host name");
  const bound = await ask(session, { ":authority": "127.0.0.1", host: "evil.example" });
  expect(bound.status).toBe(400);
  const large = { ":method": "POST", "content-type": "text/plain" };
  expect((await ask(session, large, "x".repeat(400_000))).body).toBe("400000");
  const refused = await ask(session, {});
  expect(refused.status).toBe(429);
  expect(errorBody.parse(JSON.parse(refused.body)).code).toBe("rate_limited");
});

test("one that goes on far beyond its limit loses its connection", async () => {
  const server = await serve({ requestsPerMinute: 10 });
  const session = openSession(server);
  const closed = ending(session);
  for (let sent = 0; sent < 60; sent += 1)
    session.request({ ":path": `/${sent}` }).on("error", () => undefined);
  await closed;
  expect(server.answered.length).toBeLessThanOrEqual(10);
});

test("connections are counted before their handshake", async () => {
  const server = await serve({ connections: { most: 100, perNetwork: 2 } });
  const first = openSession(server);
  const second = openSession(server);
  await Promise.all([once(first, "connect"), once(second, "connect")]);
  const third = openSession(server);
  await ending(third);
  expect((await ask(first, {})).status).toBe(200);
  second.destroy();
  while ((await connectionsOf(server)) > 1) await sleep(5);
  expect((await ask(openSession(server), {})).status).toBe(200);
});

test("no more streams run at once than the server says, and opening and resetting them ends the connection", async () => {
  const wait = Promise.withResolvers<Response>();
  const server = await serve({ requestsPerMinute: 1_000_000 }, () => wait.promise);
  const session = openSession(server);
  const [settings] = await once(session, "remoteSettings");
  expect(settings.maxConcurrentStreams).toBe(mostStreams);
  for (let sent = 0; sent < 5_000 && (await connectionsOf(server)) > 0; sent += 1) {
    const stream = session.request({ ":path": "/" }).on("error", () => undefined);
    stream.close(constants.NGHTTP2_CANCEL);
    if (sent % 50 === 0) await sleep(1);
  }
  expect(await connectionsOf(server)).toBe(0);
  expect(server.answered.length).toBeLessThan(1_000);
  wait.resolve(new Response());
});

test("a body that does not arrive ends its stream and no other", async () => {
  const times = { headMs: 20_000, requestMs: 50, silenceMs: 60_000, checkMs: 50 };
  const server = await serve({}, async (request) => new Response(await request.text()), { times });
  const session = openSession(server);
  const slow = session.request({ ":method": "POST", ":path": "/slow" }, { endStream: false });
  slow.on("error", () => undefined);
  slow.write("half");
  await once(slow, "close");
  expect((await ask(session, {})).status).toBe(200);
});

test("plain HTTP on this port gets no answer, and the server goes on", async () => {
  const server = await serve();
  await new Promise((resolve) => {
    get(server.url.replace("https:", "http:")).on("error", resolve);
  });
  expect((await ask(openSession(server), {})).status).toBe(200);
});

test("a server that stops tells its sessions, lets replies end and takes no more", async () => {
  const wait = Promise.withResolvers<Response>();
  const server = await serve({}, () => wait.promise);
  const session = openSession(server);
  const reply = ask(session, {});
  while (server.answered.length === 0) await sleep(5);
  const told = once(session, "goaway");
  const closed = server.close();
  server.closeIdle();
  await told;
  wait.resolve(new Response("the end"));
  expect((await reply).body).toBe("the end");
  await closed;
});

test("a renewed pair is taken without a restart, and a broken one is not", async () => {
  const files = await makeTlsPair("first");
  const heard: string[] = [];
  const stop = followTlsFiles(
    files,
    {
      onPair: ({ cert }) => heard.push(cert.toString()),
      onFault: (error) => heard.push(error instanceof Error ? error.message : ""),
    },
    20,
  );
  onTestFinished(stop);
  const next = await makeTlsPair("second");
  await copyFile(next.certFile, files.certFile);
  while (!heard.some((one) => one.includes("does not belong"))) await sleep(5);
  await copyFile(next.keyFile, files.keyFile);
  const renewed = await readFile(next.certFile, "utf8");
  while (!heard.includes(renewed)) await sleep(5);
});

test("new connections are shown the new certificate", async () => {
  const server = await serve();
  const next = await makeTlsPair("renewed");
  await copyFile(next.keyFile, server.tls.keyFile);
  await copyFile(next.certFile, server.tls.certFile);
  const ca = await readFile(next.certFile);
  const nameOf = async () => {
    const socket = connectTls({ port: Number(new URL(server.url).port), host: "127.0.0.1", ca });
    const name = await new Promise<unknown>((resolve) => {
      socket.once("secureConnect", () => resolve(socket.getPeerCertificate().subject.CN));
      socket.once("error", () => resolve(""));
    });
    socket.destroy();
    return name;
  };
  while ((await nameOf()) !== "renewed") await sleep(100);
});

function connectionsOf({ http }: HttpServer): Promise<number> {
  return new Promise((resolve, reject) =>
    http.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
