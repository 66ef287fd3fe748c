import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../src/config/read-config.ts";
import { closeServer, listen } from "../src/http/listen.ts";
import { insertEvents } from "../src/store/answers/answers.ts";
import { claimChat } from "../src/store/answers/threads.ts";
import { createTestNode, question, readEvents, type TestNode, textOf } from "./harness.ts";
import { scriptedModel } from "./scripted-model.ts";
import { addTestAnswer } from "./store-rows.ts";

const megabyte = 1_048_576;
const eventCount = 5_000;
const delta = "x".repeat(10_000);
const others = 500;
const chatId = "chat-0123456789abcdef";

test("a reader that takes nothing is kept waiting in the log, not in memory", {
  timeout: 400_000,
}, async () => {
  const node = await createTestNode({
    model: scriptedModel({ pieces: ["one ", "two ", "three"], pauseMs: 2 }),
    settings: {
      keyRequestsPerMinute: 1_000_000,
      addressRequestsPerMinute: 1_000_000,
      limits: {
        ...loadConfig({}, {}, false).limits,
        answersPerReader: 1_000,
        answersPerKey: 2_000,
      },
    },
  });
  await addLongAnswer(node);
  const { url, sockets } = await serve(node);
  const stalled = await stallOn(node, url);
  const ours = () => sockets.find((socket) => socket.remotePort === stalled.localPort);
  const before = process.memoryUsage();

  const texts = await Promise.all(Array.from({ length: others }, () => askOver(node, url)));
  expect(new Set(texts)).toEqual(new Set(["one two three"]));

  const socket = ours();
  expect(socket?.writableLength).toBeLessThan(megabyte);
  // What has left the process lies in the buffers of the two sockets, which the system bounds.
  expect(socket?.bytesWritten).toBeGreaterThan(0);
  expect(socket?.bytesWritten).toBeLessThan(20 * megabyte);
  const { heapUsed, external } = process.memoryUsage();
  expect(heapUsed + external - before.heapUsed - before.external).toBeLessThan(200 * megabyte);

  expect(await countDeltas(stalled)).toBe(eventCount);
});

async function addLongAnswer({ db, project }: TestNode): Promise<void> {
  const { answerId, threadId } = await addTestAnswer(db, project.id, { chatId });
  const chat = { projectId: project.id, chatId, fp: "anonymous", threadId };
  await db.transaction().execute(async (trx) => {
    await claimChat(trx, chat);
    const event = { type: "text-delta", id: "answer", delta } as const;
    const rows = Array.from({ length: eventCount }, (_, index) => ({
      answerId,
      seq: index + 2,
      event,
    }));
    await insertEvents(trx, rows);
    await insertEvents(trx, [{ answerId, seq: eventCount + 2, event: { type: "finish" } }]);
  });
}

async function serve(node: TestNode): Promise<{ url: string; sockets: Socket[] }> {
  const server = await listen({ host: "127.0.0.1", port: 0 }, (request, bindings) =>
    node.app.fetch(request, bindings),
  );
  const sockets: Socket[] = [];
  server.http.on("connection", (socket) => sockets.push(socket));
  onTestFinished(() => void closeServer(server));
  return { url: server.url, sockets };
}

/** Asks for the stream and reads nothing of it. */
async function stallOn(node: TestNode, url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.pause();
  const path = `/discovery/v2/assistant/acme/message/${chatId}/stream`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: docent.test\r\nconnection: close\r\nauthorization: Bearer ${node.keys.assistant}\r\n\r\n`,
  );
  return socket;
}

async function askOver(node: TestNode, url: string): Promise<string> {
  const response = await fetch(`${url}/discovery/v2/assistant/acme/message`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${node.keys.assistant}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(question("What is a key?")),
  });
  return textOf(await readEvents(response));
}

async function countDeltas(socket: Socket): Promise<number> {
  let count = 0;
  let rest = "";
  for await (const bytes of socket) {
    const text = rest + bytes.toString("latin1");
    count += text.split('"text-delta"').length - 1;
    // Too short to hold a whole mark, long enough for the part of one that the next chunk ends.
    rest = text.slice(-11);
  }
  return count;
}
