import { describe, expect, onTestFinished, test } from "vitest";
import {
  type FakeServer,
  type Fault,
  fakeVector,
  startFakeServer,
} from "../../../../test/fake-embedder.ts";
import { createProvider, mostCharacters } from "./create-embedding-provider.ts";
import { EmbeddingError, type EmbeddingSettings } from "./embedding-provider.ts";

const kinds = ["openai", "ollama"] as const;
const silent = new AbortController().signal;

describe.each(kinds)("%s", (kind) => {
  test("texts get vectors of length 1 in their order", async () => {
    const { provider } = await withServer(kind);
    const texts = ["revoke a key", "install with npm", "widerrufen schlüssel"];
    const vectors = await provider.embed(texts, "passage");
    expect(vectors.map((vector) => lengthOf(vector).toFixed(5))).toEqual(
      texts.map(() => "1.00000"),
    );
    const scale = Math.hypot(...fakeVector("install with npm"));
    expect(vectors[1]).toEqual(
      Float32Array.from(fakeVector("install with npm"), (value) => value / scale),
    );
    expect(product(vectors[0], vectors[2])).toBeGreaterThan(product(vectors[0], vectors[1]));
    expect(await provider.embed([], "passage")).toEqual([]);
  });

  test("the request is what the API documents, with the key in its header alone", async () => {
    const { server, provider } = await withServer(kind, { dimensions: 32 });
    const [vector] = await provider.embed(["one"], "query");
    expect(vector).toHaveLength(32);
    const common = { model: "fake-embed", input: ["one"], dimensions: 32 };
    const expected =
      kind === "openai"
        ? { path: "/v1/embeddings", body: { ...common, encoding_format: "float" } }
        : { path: "/api/embed", body: { ...common, truncate: true } };
    expect(server.received).toEqual([{ ...expected, key: "Bearer secret-key-of-the-embedder" }]);
  });

  test("without a key no header is sent", async () => {
    const { server, provider } = await withServer(kind, { key: undefined });
    await provider.embed(["one"], "query");
    expect(server.received).toMatchObject([{ key: undefined }]);
  });

  test("each purpose has its prefix, and long texts are cut without breaking a character", async () => {
    const { server, provider } = await withServer(kind, {
      queryPrefix: "query: ",
      passagePrefix: "passage: ",
    });
    await provider.embed(["one"], "query");
    await provider.embed([`${"x".repeat(mostCharacters - 1)}😀 tail`], "passage");
    const sent = server.received.map((request) => request.body.input[0]);
    expect(sent).toEqual(["query: one", `passage: ${"x".repeat(mostCharacters - 1)}\ufffd`]);
  });

  test.each<[string, Fault]>([
    ["too many requests", { status: 429, headers: { "retry-after": "7" } }],
    ["a server error", { status: 500 }],
    ["a gateway error", { status: 502 }],
    ["a cut connection", "cut"],
    ["a connection cut in the reply", "cut-in-body"],
  ])("after %s passages are tried again", async (_, fault) => {
    const { server, provider, pauses } = await withServer(kind);
    server.fault = (_texts, number) => (number < 2 ? fault : undefined);
    expect(await provider.embed(["one"], "passage")).toHaveLength(1);
    expect(server.received).toHaveLength(3);
    expect(pauses).toHaveLength(2);
    if (typeof fault === "object" && "headers" in fault) expect(pauses).toEqual([7_000, 7_000]);
  });

  test("a query is never tried again: a reader is waiting", async () => {
    const { server, provider } = await withServer(kind);
    server.fault = () => ({ status: 503 });
    await expect(provider.embed(["one"], "query")).rejects.toThrow("status 503");
    expect(server.received).toHaveLength(1);
  });

  test("a server that asks for an hour is not waited for", async () => {
    const { server, provider, pauses } = await withServer(kind);
    server.fault = () => ({ status: 429, headers: { "retry-after": "3600" } });
    const error = await provider.embed(["one"], "passage").catch((thrown) => thrown);
    expect(error).toMatchObject({ fault: "outage", retryAfterMs: 3_600_000 });
    expect(pauses).toEqual([]);
  });

  test.each([
    [400, "texts"],
    [401, "outage"],
    [403, "outage"],
    [404, "outage"],
    [413, "texts"],
    [422, "texts"],
    [500, "texts"],
    [503, "outage"],
  ])("status %i is a fault of the %s", async (status, fault) => {
    const { server, provider } = await withServer(kind);
    server.fault = () => ({ status });
    const error = await provider.embed(["one"], "passage").catch((thrown) => thrown);
    expect(error).toBeInstanceOf(EmbeddingError);
    expect(error).toMatchObject({ fault, message: expect.stringContaining(String(status)) });
  });

  test("the key is in no error, even where the server repeats it", async () => {
    const key = "sk-hunter2+abc/def=";
    for (const status of [400, 401, 404, 500]) {
      const { server, provider } = await withServer(kind, { key });
      server.fault = () => ({ status, body: `{"error":"wrong: ${key} and Bearer ${key}"}` });
      const error = await provider.embed(["one"], "passage").catch((thrown) => thrown);
      expect(inFull(error)).not.toContain("hunter2");
      if (status === 400) expect(error.message).toContain("wrong: [redacted]");
    }
    const { provider } = await withServer(kind, { key: `${key}\nx: y` });
    expect(inFull(await provider.embed(["one"], "query").catch((e) => e))).not.toContain("hunter2");
  });

  test("a question is in no error, even where the server repeats it", async () => {
    const { server, provider } = await withServer(kind);
    server.fault = ([text]) => ({ status: 400, body: `{"error":"too long: ${text}"}` });
    const error = await provider.embed(["private"], "query").catch((thrown) => thrown);
    expect(inFull(error)).not.toContain("private");
  });

  test.each([
    ["too few vectors", [[1, 2]], /1 vectors for 2 texts/],
    ["too many vectors", [[1], [2], [3]], /3 vectors for 2 texts/],
    ["different dimensions", [[1, 2], [1]], /different dimensions/],
    ["no dimensions", [[], []], /0 dimensions/],
    [
      "null in place of a number",
      [
        [1, null],
        [1, 2],
      ],
      /not made of numbers/,
    ],
    ["text in place of a number", [["1"], [2]], /not made of numbers/],
    ["an infinite number", "[[1e999],[1]]", /without a direction/],
    [
      "only zeros",
      [
        [0, 0],
        [1, 2],
      ],
      /without a direction/,
    ],
    ["NaN, which is no JSON", "[[NaN],[1]]", /no JSON/],
    ["no list", "{}", /without vectors/],
  ])("%s is refused", async (_, rows, message) => {
    const { server, provider } = await withServer(kind);
    server.fault = () => ({ raw: replyOf(kind, rows) });
    const error = await provider.embed(["one", "two"], "passage").catch((thrown) => thrown);
    expect(error).toBeInstanceOf(EmbeddingError);
    expect(error).toMatchObject({ fault: "texts", message: expect.stringMatching(message) });
    expect(server.received).toHaveLength(1);
  });

  test("a reply that is longer than the vectors asked for can be is not read", async () => {
    const { server, provider } = await withServer(kind);
    server.fault = () => ({ raw: replyOf(kind, `[[1${" ".repeat(1_000_000)}]]`) });
    const error = await provider.embed(["one"], "query").catch((thrown) => thrown);
    expect(error).toMatchObject({ fault: "texts", message: expect.stringMatching(/too large/) });
    const many = Array(20).fill("one");
    server.fault = () => undefined;
    expect(await provider.embed(many, "passage")).toHaveLength(20);
  });

  test("a redirect is not followed: the key stays with the server it is for", async () => {
    const { server, provider } = await withServer(kind);
    server.fault = () => ({ status: 307, headers: { location: "http://127.0.0.1:1/" } });
    await expect(provider.embed(["one"], "query")).rejects.toThrow(EmbeddingError);
    expect(server.received).toHaveLength(1);
  });

  test("an abort ends it with the abort's reason, also while it waits to try again", async () => {
    const { server, provider } = await withServer(kind);
    server.fault = () => "silent";
    const stop = new AbortController();
    const asked = provider.embed(["one"], "passage", stop.signal);
    const reason = new Error("stop now");
    await expect.poll(() => server.received.length).toBe(1);
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
    const waiting = createProvider(server.settings(kind), (_ms, signal) => {
      return new Promise((_resolve, reject) =>
        (signal ?? silent).addEventListener("abort", () => reject(reason)),
      );
    });
    server.fault = () => ({ status: 503 });
    const again = new AbortController();
    const second = waiting.embed(["one"], "passage", again.signal);
    await expect.poll(() => server.received.length).toBe(2);
    again.abort(reason);
    await expect(second).rejects.toBe(reason);
  });

  test("a server that is not there is an outage", async () => {
    const { server, provider } = await withServer(kind);
    await server.close();
    const error = await provider.embed(["one"], "passage").catch((thrown) => thrown);
    expect(error).toMatchObject({
      fault: "outage",
      message: expect.stringMatching(/ECONNREFUSED/),
    });
  });
});

test("the id tells apart everything that vectors depend on", async () => {
  const { server } = await withServer("openai");
  const id = (more: Partial<EmbeddingSettings>) =>
    createProvider({ ...server.settings("openai"), ...more }).id;
  expect(id({})).toBe("openai:fake-embed");
  expect(id({ kind: "ollama" })).toBe("ollama:fake-embed");
  expect(id({ dimensions: 256 })).toBe("openai:fake-embed:256");
  expect(id({ passagePrefix: "passage: " })).toMatch(/^openai:fake-embed#[0-9a-f]{8}$/);
  expect(id({ passagePrefix: "passage: " })).not.toBe(id({ passagePrefix: "passage:" }));
  expect(id({ queryPrefix: "query: ", url: "https://other.example", key: "k" })).toBe(id({}));
});

async function withServer(kind: (typeof kinds)[number], more: Partial<EmbeddingSettings> = {}) {
  const server: FakeServer = await startFakeServer();
  onTestFinished(server.close);
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const provider = createProvider({ ...server.settings(kind), ...more }, pause);
  return { server, provider, pauses };
}

function replyOf(kind: (typeof kinds)[number], rows: unknown): string {
  const text = typeof rows === "string" ? rows : JSON.stringify(rows);
  if (kind === "ollama") return `{"embeddings":${text}}`;
  const list = text.startsWith("[[") ? text.slice(1, -1).replaceAll("],[", "]|[").split("|") : text;
  const data = Array.isArray(list)
    ? `[${list.map((row) => `{"embedding":${row}}`).join(",")}]`
    : list;
  return `{"data":${data}}`;
}

function inFull(error: unknown): string {
  const { message, stack, cause } = Object(error);
  return [message, stack, String(cause), JSON.stringify(error)].join("\n");
}

function lengthOf(vector: Float32Array): number {
  return Math.hypot(...vector);
}

const nothing: Float32Array = new Float32Array(0);

function product(left = nothing, right = nothing): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}
