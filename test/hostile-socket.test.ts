import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../src/config/read-config.ts";
import { errorBody } from "../src/contract/error.ts";
import { createTestNode, question, type TestNode } from "./harness.ts";
import { scriptedModel } from "./scripted-model.ts";
import { countEveryTable } from "./store-rows.ts";

const message = "/discovery/v2/assistant/acme/message";

function open(base: string): Socket {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Everything the server says until it closes or falls silent; a busy one may take its time to begin. */
async function say(base: string, text: string): Promise<string> {
  const socket = open(base);
  let heard = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    heard += chunk;
  });
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.write(text);
  for (let waits = 0; waits < 50 && !socket.closed; waits += 1) {
    const before = heard;
    await Promise.race([closed, sleep(400)]);
    if (heard !== "" && heard === before) break;
  }
  return heard;
}

function parse(reply: string): { status: number; body: unknown } {
  const [head = "", body = ""] = reply.split("\r\n\r\n", 2);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), body: JSON.parse(body) };
}

async function served(): Promise<{ node: TestNode; base: string }> {
  const node = await createTestNode();
  return { node, base: await node.listen() };
}

test("what is not HTTP is refused in the one shape", async () => {
  const { base } = await served();
  const requests = [
    "rubbish\r\n\r\n",
    "GET / HTTP/9.9\r\nhost: x\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nhost: x\r\nx-nul: a\u0000b\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nhost: a b\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nhost: evil@x/\r\n\r\n",
    "GET \\..\\..\\etc HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /docs\\..\\..\\etc HTTP/1.1\r\nhost: x\r\n\r\n",
    "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
    "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\nhello",
  ];
  for (const request of requests) {
    const { status, body } = parse(await say(base, request));
    expect(status, request).toBe(400);
    expect(errorBody.parse(body).code).toBe("invalid_request");
  }
});

test("an address or a header that is too long is refused in the one shape", async () => {
  const { base } = await served();
  for (const request of [
    `GET /docs/acme/${"a".repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${"a".repeat(100_000)}\r\n\r\n`,
  ]) {
    const { status, body } = parse(await say(base, request));
    expect(status).toBe(413);
    expect(errorBody.parse(body).code).toBe("too_large");
  }
});

test("methods nobody knows get an answer or a closed connection, and the server lives", async () => {
  const { base } = await served();
  for (const method of ["TRACE", "CONNECT", "PROPFIND", "BREW", "get"]) {
    const reply = await say(
      base,
      `${method} /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    if (reply !== "") expect(reply, method).toMatch(/^HTTP\/1\.1 40[05]/);
  }
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
});

test("a foreign host or an absolute address cannot choose where links lead", async () => {
  const { base } = await served();
  for (const line of ["GET /openapi.json", "GET http://evil.example/openapi.json"]) {
    const reply = await say(
      base,
      `${line} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
    );
    expect(reply).toContain("http://docent.test");
    expect(reply).not.toContain("evil.example");
  }
});

test("rubbish behind a running answer does not get into it", async () => {
  const model = scriptedModel({ pieces: Array(20).fill("word "), pauseMs: 10 });
  const node = await createTestNode({ model });
  const base = await node.listen();
  const body = JSON.stringify(question("How do I create a key?"));
  const head = `POST ${message} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${node.keys.assistant}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const reply = await say(base, `${head}${body}\u0001\u0002 rubbish\r\n\r\n`);
  expect(reply.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
});

test("a client that leaves in mid-upload stores nothing", async () => {
  const { node, base } = await served();
  const before = await countEveryTable(node.db);
  const socket = open(base);
  socket.write(
    `POST ${message} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${node.keys.assistant}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"messages":[`,
  );
  await sleep(100);
  socket.destroy();
  await sleep(100);
  expect(await countEveryTable(node.db)).toEqual(before);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
});

test("a hundred readers that leave in mid-answer leave nothing behind but their answers", async () => {
  const model = scriptedModel({ pieces: Array(10).fill("word "), pauseMs: 20 });
  const limits = { ...loadConfig({}, {}, false).limits, answersPerReader: 200, answersPerKey: 400 };
  const node = await createTestNode({ model, settings: { limits } });
  const base = await node.listen();
  const headers = {
    authorization: `Bearer ${node.keys.assistant}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify(question("How do I create a key?"));
  const readers = Array.from({ length: 100 }, async () => {
    const leave = new AbortController();
    const signal = leave.signal;
    const response = await fetch(`${base}${message}`, { method: "POST", headers, body, signal });
    await response.body?.getReader().read();
    leave.abort();
  });
  await Promise.all(readers);
  await node.assistant.ask.runner.drain(100_000);
  const answers = await node.db.selectFrom("answers").select("text").execute();
  expect(answers).toHaveLength(100);
  expect(new Set(answers.map((answer) => answer.text))).toEqual(new Set(["word ".repeat(10)]));
});
