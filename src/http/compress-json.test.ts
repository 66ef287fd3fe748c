import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTestNode } from "../../test/harness.ts";
import { createJsonCompressor } from "./compress-json.ts";

const long = { rows: Array.from({ length: 200 }, (_, row) => ({ row, text: "the same words" })) };
const compress = createJsonCompressor();

function asked(accept: string, method = "GET"): Request {
  return new Request("http://docent.test/x", { method, headers: { "accept-encoding": accept } });
}

test("JSON is compressed as the client takes it, and says that it depends on that", async () => {
  const text = JSON.stringify(long);
  for (const [accept, encoding, open] of [
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip;q=0.5, br;q=0", "gzip", gunzipSync],
    ["GZIP", "gzip", gunzipSync],
  ] as const) {
    const response = await compress(asked(accept), Response.json(long));
    expect(response.headers.get("content-encoding"), accept).toBe(encoding);
    expect(response.headers.get("vary")).toBe("accept-encoding");
    expect(response.headers.get("content-type")).toBe("application/json");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(text.length / 5);
    expect(open(bytes).toString()).toBe(text);
  }
});

test("who takes no compression gets none, and still hears of the choice", async () => {
  for (const accept of ["", "identity", "br;q=0, gzip;q=0.0", "gzippy"]) {
    const response = await compress(asked(accept), Response.json(long));
    expect(response.headers.get("content-encoding"), accept).toBeNull();
    expect(response.headers.get("vary")).toBe("accept-encoding");
    expect(await response.json()).toEqual(long);
  }
});

test("what is short, streamed, or shown once is sent as it is", async () => {
  const short = await compress(asked("gzip"), Response.json({ a: 1 }, { status: 201 }));
  expect(short.headers.get("content-encoding")).toBeNull();
  expect([short.status, await short.json()]).toEqual([201, { a: 1 }]);
  const posted = await compress(asked("gzip", "POST"), Response.json(long));
  expect(posted.headers.get("content-encoding")).toBeNull();
  const headers = { "content-type": "text/event-stream; charset=utf-8" };
  const stream = new Response(JSON.stringify(long), { headers });
  expect((await compress(asked("gzip"), stream)).headers.get("content-encoding")).toBeNull();
});

test("many at once go out as they are instead of waiting", async () => {
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => compress(asked("gzip"), Response.json(long))),
  );
  const encodings = replies.map(({ headers }) => headers.get("content-encoding"));
  expect(encodings).toContain("gzip");
  expect(encodings).toContain(null);
});

test("a list of the API arrives compressed, and a key that is created does not", async () => {
  const node = await createTestNode();
  const headers = { authorization: `Bearer ${node.keys.admin}`, "accept-encoding": "br" };
  const post = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
  const create = (label: string) =>
    node.request("/v1/projects/acme/keys", {
      ...post,
      body: JSON.stringify({ kind: "admin", label }),
    });
  for (const label of Array.from({ length: 12 }, (_, at) => `key ${at}`))
    expect((await create(label)).headers.get("content-encoding")).toBeNull();
  const list = await node.request("/v1/projects/acme/keys", { headers });
  expect(list.headers.get("content-encoding")).toBe("br");
  expect(list.headers.get("cache-control")).toBe("no-store");
});
