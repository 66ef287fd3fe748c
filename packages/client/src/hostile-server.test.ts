import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type ClientOptions, createClient } from "./create-client.ts";

/** A real server, so that what the platform's fetch does is tried with it. */
async function serve(listener: RequestListener, more: Partial<ClientOptions> = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers["last-event-id"] ?? ""}`.trim());
    listener(request, response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { assistantKey: "svc_dsc_1", adminKey: "svc_1" };
  return { url, asked, client: createClient({ server: url, domain: "acme", ...keys, ...more }) };
}

const events = { "content-type": "text/event-stream; charset=utf-8" };
const textEvent = (id: number, delta: string) =>
  `id: ${id}\ndata: ${JSON.stringify({ type: "text-delta", id: "a", delta })}\n\n`;

/** A client whose one stream comes in these pieces. */
function clientOf(pieces: Iterable<string | Uint8Array>) {
  const all = pieces[Symbol.iterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    pull(out) {
      const { value, done } = all.next();
      if (done) return out.close();
      out.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
  });
  const answer = async () => new Response(body, { headers: events });
  return createClient({ server: "https://d.example", domain: "acme", fetch: answer, retries: 0 });
}

const textOf = async (pieces: Iterable<string | Uint8Array>) =>
  (await clientOf(pieces).ask("Why?").result()).text;

test("an event that never ends is refused at a bound, and not asked for again", async () => {
  let written = 0;
  const { client, asked } = await serve((_, response) => {
    response.writeHead(200, events).write("id: 1\ndata: ");
    const piece = "x".repeat(65_536);
    const more = () => {
      while (written < 40_000_000) {
        written += piece.length;
        if (!response.write(piece)) return response.once("drain", more);
      }
      return response.end();
    };
    more();
  });
  await expect(client.ask("Why?").result()).rejects.toMatchObject({ code: "protocol" });
  expect(asked).toEqual(["POST"]);
  expect(written).toBeLessThan(40_000_000);
});

test("an abort is heard before the next event, also where that has come already", async () => {
  const leave = new AbortController();
  const many = Array.from({ length: 50 }, (_, at) => textEvent(at + 1, "x")).join("");
  const seen: string[] = [];
  const read = async () => {
    for await (const { type } of clientOf([many]).ask("Why?", { signal: leave.signal })) {
      seen.push(type);
      leave.abort();
    }
  };
  await expect(read()).rejects.toMatchObject({ name: "AbortError" });
  expect(seen).toHaveLength(1);
});

test("a server that sends the same event and cuts is given up, and the event is delivered once", async () => {
  const { client, asked } = await serve(
    (_, response) => {
      response.writeHead(200, events);
      response.write(textEvent(1, "x"), () => setTimeout(() => response.destroy(), 5));
    },
    { retries: 2 },
  );
  const seen: string[] = [];
  const read = async () => {
    for await (const { type } of client.ask("Why?")) seen.push(type);
  };
  await expect(read()).rejects.toMatchObject({ code: "network" });
  expect(seen).toEqual(["text-delta"]);
  expect(asked).toEqual(["POST", "GET 1", "GET 1"]);
});

test("a stream that comes from its beginning again is taken behind what was read", async () => {
  let times = 0;
  const { client } = await serve((_, response) => {
    times += 1;
    response.writeHead(200, events);
    const all = [textEvent(1, "one "), textEvent(2, "two "), textEvent(10, "ten")];
    if (times === 3) return response.end(`${all.join("")}data: [DONE]\n\n`);
    response.write(all.slice(0, times).join(""), () => setTimeout(() => response.destroy(), 5));
  });
  expect((await client.ask("Why?").result()).text).toBe("one two ten");
});

const strange = ["null", "5", "[]", "{}", '{"type":5}', '{"type":"data-outcome"}', "{"];
test.each(strange)("an event that is %s is a typed error", async (data) => {
  await expect(textOf([`id: 1\ndata: ${data}\n\n`])).rejects.toMatchObject({ code: "protocol" });
});

test("an id that is no number is a typed error", async () => {
  const piece = textEvent(1, "x").replace("id: 1", "id: one");
  await expect(textOf([piece])).rejects.toMatchObject({ code: "protocol" });
});

const stream = `: hello\n\n${textEvent(1, "é\\r\\n")}${textEvent(2, " two")}event: x\ndata:[DONE]\n\n`;
test.each([
  ["LF", "\n"],
  ["CRLF", "\r\n"],
  ["CR", "\r"],
])(
  "lines may end with %s, wherever the pieces part and behind a byte order mark",
  async (_, end) => {
    const bytes = new TextEncoder().encode(`\uFEFF${stream.replaceAll("\n", end)}`);
    for (let at = 0; at <= bytes.length; at += 1)
      expect(await textOf([bytes.subarray(0, at), bytes.subarray(at)])).toBe("é\\r\\n two");
    expect(await textOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe("é\\r\\n two");
  },
);

test("data over several lines is one event", async () => {
  const piece =
    'id: 1\ndata: {"type":"text-delta",\ndata:"id":"a","delta":"x"}\n\ndata: [DONE]\n\n';
  expect(await textOf([piece])).toBe("x");
});

test("a page in place of a stream or of JSON is told at once", async () => {
  const { client, asked } = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>");
  });
  const told = { code: "protocol", status: 200, message: expect.stringContaining("text/html") };
  await expect(client.ask("Why?").result()).rejects.toMatchObject(told);
  await expect(client.search("keys")).rejects.toMatchObject(told);
  await expect(client.jobs.start("Do it.")).rejects.toMatchObject(told);
  expect(asked).toEqual(["POST", "POST", "POST"]);
});

test.each(["null", "{", '"x"'])("a reply of JSON that is %s is a typed error", async (body) => {
  const { client } = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  await expect(client.jobs.list()).rejects.toMatchObject({ code: "protocol" });
  await expect(client.ask("Why?").stop()).rejects.toMatchObject({ code: "protocol" });
});

test.each([301, 302, 303, 307, 308])("a redirect with %i is not followed", async (status) => {
  const other = await serve((_, response) => response.end());
  const { client, asked } = await serve((_, response) => {
    response.writeHead(status, { location: `${other.url}/elsewhere` }).end();
  });
  const told = { code: "protocol", status };
  await expect(client.ask("Why?", { fp: "ann" }).result()).rejects.toMatchObject(told);
  await expect(client.jobs.list()).rejects.toMatchObject(told);
  expect([asked.length, other.asked.length]).toEqual([2, 0]);
});
