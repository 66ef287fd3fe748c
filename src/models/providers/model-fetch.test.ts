import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ModelFault } from "../calls/model-fault.ts";
import { modelFetch } from "./model-fetch.ts";

const megabyte = 1_048_576;

test("events are handed on as they come, however many", async () => {
  const event = `data: ${"x".repeat(1_000)}\r\n\r\n`;
  const { read } = await serve({ pieces: Array(8_000).fill(event) });
  expect(await read()).toEqual({ bytes: 8_000 * event.length, fault: undefined });
});

test.each([
  ["one line", "x".repeat(16_384)],
  ["one event with lines of one letter", `data: ${"x".repeat(100)}\nx\n`.repeat(160)],
  ["one event of many lines", `data: ${"x".repeat(100)}\n`.repeat(160)],
])("%s without an end is not read to its end", async (_, piece) => {
  const { read, closed } = await serve({ pieces: ["data: ", ...Array(3_000).fill(piece)] });
  const { bytes, fault } = await read();
  expect(fault).toBeInstanceOf(ModelFault);
  expect(fault).toMatchObject({ kind: "too_long" });
  expect(bytes).toBeLessThanOrEqual(4 * megabyte);
  await closed;
});

test("a reply is not read for ever, even in small events", async () => {
  const { read, closed } = await serve({
    pieces: Array(5_000).fill(`: ${"x".repeat(16_384)}\n\n`),
  });
  expect(await read()).toMatchObject({ fault: { kind: "too_long" } });
  await closed;
});

test("of an error the beginning is read, and its status stays", async () => {
  const { url, closed } = await serve({
    status: 429,
    pieces: Array(3_000).fill("x".repeat(16_384)),
  });
  const response = await modelFetch(url);
  expect(response.status).toBe(429);
  expect(await response.text()).toHaveLength(65_536);
  await closed;
});

/** Sends the pieces as fast as they are taken. `closed` resolves when the client has hung up before the last of them. */
async function serve({ status = 200, pieces }: { status?: number; pieces: string[] }) {
  const left = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    response.writeHead(status);
    for (const piece of pieces) {
      if (response.destroyed) return left.resolve();
      if (!response.write(piece)) await drained(response);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const read = async () => {
    let bytes = 0;
    try {
      for await (const chunk of (await modelFetch(url)).body ?? []) bytes += chunk.length;
      return { bytes, fault: undefined };
    } catch (fault) {
      return { bytes, fault };
    }
  };
  return { url, read, closed: left.promise };
}

async function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once("drain", resolve).once("close", resolve);
  await promise;
  response.off("drain", resolve).off("close", resolve);
}
