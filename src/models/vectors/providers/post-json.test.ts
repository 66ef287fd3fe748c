import { expect, onTestFinished, test } from "vitest";
import { startFakeServer } from "../../../../test/fake-embedder.ts";
import { EmbeddingError } from "./embedding-provider.ts";
import { postJson } from "./post-json.ts";

test("a server that says nothing is given up after the time, once", async () => {
  const server = await startFakeServer();
  onTestFinished(server.close);
  server.fault = () => "silent";
  const error = await postJson({
    url: `${server.settings("ollama").url}/api/embed`,
    key: undefined,
    body: { model: "m", input: ["one"] },
    attempts: 3,
    quotesFaults: true,
    timeoutMs: 500,
    mostReplyBytes: 1_000,
    signal: undefined,
    pause: async () => undefined,
  }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(EmbeddingError);
  expect(error).toMatchObject({ fault: "texts", message: expect.stringContaining("500 ms") });
  expect(server.received).toHaveLength(1);
});
