import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { z } from "zod";
import type { EmbeddingSettings } from "../src/models/vectors/providers/embedding-provider.ts";

/** How the server treats one request; `undefined` answers it. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { raw: string }
  | "cut"
  | "cut-in-body"
  | "silent";

export type Received = { path: string; key: string | undefined; body: Body };
type Body = z.infer<typeof body>;

export type FakeServer = {
  settings(kind: EmbeddingSettings["kind"]): EmbeddingSettings;
  /** Every request that came, in order. */
  received: Received[];
  /** Every text that got a vector. */
  embedded: string[];
  /** What happens to a request, by the number of those before it. */
  fault: (texts: string[], number: number) => Fault | undefined;
  close(): Promise<void>;
};

const dimensions = 64;
const body = z.object({
  model: z.string(),
  input: z.array(z.string().min(1)).max(2_048),
  dimensions: z.number().optional(),
  encoding_format: z.literal("float").optional(),
  truncate: z.boolean().optional(),
});

/** Both protocols on a local port. Texts with words in common get vectors that are close; so do words of its small dictionary. */
export async function startFakeServer(): Promise<FakeServer> {
  const server = createServer((request, response) => {
    serve(fake, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  const fake: FakeServer = {
    received: [],
    embedded: [],
    fault: () => undefined,
    close: () => closeServer(server),
    settings: (kind) => ({
      kind,
      url: `http://127.0.0.1:${port}${kind === "openai" ? "/v1" : ""}`,
      model: "fake-embed",
      key: "secret-key-of-the-embedder",
      languages: "any",
      dimensions: undefined,
      queryPrefix: "",
      passagePrefix: "",
    }),
  };
  return fake;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

async function serve(
  fake: FakeServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const read = body.safeParse(JSON.parse(await textOf(request)));
  const path = request.url ?? "";
  if (!read.success || !["/v1/embeddings", "/api/embed"].includes(path)) {
    response.writeHead(read.success ? 404 : 400).end("{}");
    return;
  }
  const key = request.headers.authorization;
  const number = fake.received.push({ path, key, body: read.data }) - 1;
  const texts = read.data.input;
  const fault = fake.fault(texts, number);
  if (fault !== undefined) {
    fail(response, fault);
    return;
  }
  fake.embedded.push(...texts);
  const vectors = texts.map((text) => fakeVector(text, read.data.dimensions ?? dimensions));
  const reply =
    path === "/api/embed"
      ? { model: read.data.model, embeddings: vectors, total_duration: 1, prompt_eval_count: 1 }
      : { object: "list", data: toData(vectors), model: read.data.model, usage: {} };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
}

/** In another order than asked for: the place is told by the index. */
function toData(vectors: number[][]) {
  return vectors
    .map((embedding, index) => ({ object: "embedding", index, embedding }))
    .toReversed();
}

function fail(response: ServerResponse, fault: Fault): void {
  if (fault === "silent") return;
  if (fault === "cut") return void response.destroy();
  if (fault === "cut-in-body")
    return void response.writeHead(200).write('{"data":[', () => response.destroy());
  if ("raw" in fault) return void response.writeHead(200).end(fault.raw);
  response.writeHead(fault.status, fault.headers).end(fault.body ?? "{}");
}

const dictionary: Record<string, string> = {
  schlüssel: "key",
  widerrufen: "revoke",
  clé: "key",
  révoquer: "revoke",
  キー: "key",
  失効: "revoke",
};

/** A hashed bag of words, not of length 1. */
export function fakeVector(text: string, length = dimensions): number[] {
  const vector = Array.from({ length }, () => 0.01);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const known = dictionary[word] ?? word;
    let hash = 7;
    for (const character of known) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
    const at = hash % length;
    vector[at] = (vector[at] ?? 0) + 3;
  }
  return vector;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
