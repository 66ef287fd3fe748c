import { describe, expect, test } from "vitest";
import { errorBody } from "../src/contract/error.ts";
import {
  createTestNode,
  question,
  readEvents,
  type StoreKind,
  storeKinds,
  type TestNode,
  textOf,
} from "./harness.ts";
import { countEveryTable } from "./store-rows.ts";

type Door = {
  node: TestNode;
  send(path: string, init?: RequestInit): Promise<Response>;
  ask(body: RequestInit["body"], headers?: Record<string, string>): Promise<Response>;
};

/** Made once: each schema is compiled when it is first used. */
const refusal = errorBody.strict();
const ask = "How do I create a key?";
const message = "/discovery/v2/assistant/acme/message";

async function openDoor(store: StoreKind, way: "in memory" | "on a real port"): Promise<Door> {
  const settings = { addressRequestsPerMinute: 100_000, keyRequestsPerMinute: 100_000 };
  const node = await createTestNode({ store, settings });
  const base = way === "in memory" ? undefined : await node.listen();
  const send = (path: string, init?: RequestInit) =>
    base === undefined ? node.request(path, init) : fetch(`${base}${path}`, init);
  const headers = {
    authorization: `Bearer ${node.keys.assistant}`,
    "content-type": "application/json",
  };
  return {
    node,
    send,
    ask: (body = null, more = {}) =>
      send(message, { method: "POST", headers: { ...headers, ...more }, body }),
  };
}

/** Refused in the one shape, with nothing stored, and the server answers the next question. */
async function expectRefused(door: Door, status: number, request: () => Promise<Response>) {
  const before = await countEveryTable(door.node.db);
  const response = await request();
  const text = await response.text();
  expect(response.status, text.slice(0, 300)).toBe(status);
  const body = refusal.parse(JSON.parse(text));
  expect(body.requestId).toBe(response.headers.get("x-request-id"));
  expect(text.length).toBeLessThan(30_000);
  expect(await countEveryTable(door.node.db)).toEqual(before);
}

async function expectAnswers(door: Door): Promise<void> {
  const events = await readEvents(await door.ask(JSON.stringify(question(ask))));
  expect(textOf(events)).toContain("acme keys create");
}

const tricks = [
  "../../../../etc/passwd",
  "..%2f..%2f..%2fetc%2fpasswd",
  "%2e%2e/%2e%2e/etc/passwd",
  "..\\..\\windows\\win.ini",
  "/etc/passwd",
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data",
  "C:\\Windows\\win.ini",
  "//host/share",
  "~/.ssh/id_rsa",
  "keys.md/../../secret",
  "%",
  "%zz%E0%A4%A",
  "a\nb\r\nc",
  "\u202egnp.exe",
  "x".repeat(2_000),
  "/".repeat(2_000),
  "'; drop table threads; --",
  "$" + "{7*7}",
];

describe.each([
  ["sqlite", "in memory"],
  ["postgres", "in memory"],
  ["sqlite", "on a real port"],
] as const)("on %s, %s", (store, way) => {
  test("path tricks in the body reach no file and change no answer", async () => {
    const door = await openDoor(store, way);
    const plain = textOf(await readEvents(await door.ask(JSON.stringify(question(ask)))));
    for (const path of tricks) {
      const more = { currentPath: path, context: [{ type: "code", value: "", path }] };
      const response = await door.ask(JSON.stringify(question(ask, more)));
      expect(response.status, path).toBe(200);
      expect(textOf(await readEvents(response)), path).toBe(plain);
    }
    for (const path of tricks.slice(0, 11)) {
      for (const filter of [{ path }, { [path]: path }, { title: path }]) {
        const events = await readEvents(await door.ask(JSON.stringify(question(ask, { filter }))));
        expect(events.at(-1)?.type).toBe("finish");
        expect(JSON.stringify(events), path).not.toMatch(/source-url|root:/);
      }
    }
  });

  test("path tricks in the address find nothing but pages", async () => {
    const door = await openDoor(store, way);
    const paths = [
      "/docs/acme/../../../etc/passwd",
      "/docs/acme/%2e%2e/%2e%2e/etc/passwd",
      "/docs/acme/..%2f..%2fetc%2fpasswd",
      "/docs/acme/%00",
      "/docs/acme/keys%00.md",
      "/docs/acme//etc/passwd",
      "/docs/acme/%E0%A4%A",
      "/docs/acme/%",
      "/docs/%2e%2e/keys",
      "/docs/acme/keys.md/..%5c..",
      `/docs/acme/${"a/".repeat(3_000)}`,
      "/%2e%2e/%2e%2e/etc/passwd",
      "/etc/passwd",
      "/.git/config",
      "/.docent/docent.db",
      "//evil.example/x",
    ];
    for (const path of paths) await expectRefused(door, 404, () => door.send(path));
    await expectRefused(door, 401, () => door.send("/docs/nowhere/keys"));
    for (let count = 0; count < 10; count += 1)
      await door.send(`/docs/acme/x${"/".repeat(15_000)}x`);
    expect((await door.send("/docs/acme/keys")).status).toBe(200);
  });

  test("a body of ten megabytes is refused, and the client can read why", async () => {
    const door = await openDoor(store, way);
    const large = JSON.stringify(question("x".repeat(10 * 1024 * 1024)));
    await expectRefused(door, 413, () => door.ask(large));
    const chunked = () => new Blob([large]).stream();
    const streamed = { body: chunked(), duplex: "half", method: "POST" };
    const headers = {
      authorization: `Bearer ${door.node.keys.assistant}`,
      "content-type": "application/json",
    };
    await expectRefused(door, 413, () =>
      door.send(message, { ...streamed, headers } as RequestInit),
    );
    await expectRefused(door, 401, () => door.ask(large, { authorization: "Bearer no" }));
    await expectRefused(door, 415, () => door.ask(large, { "content-type": "text/plain" }));
    await expectAnswers(door);
  });

  test("deep JSON, broken JSON and what is not an object are refused", async () => {
    const door = await openDoor(store, way);
    const bodies = [
      "[".repeat(100_000) + "]".repeat(100_000),
      `{"messages":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      '{"a":'.repeat(50_000),
      "",
      "null",
      "[]",
      '"text"',
      "17",
      "{",
      "{'messages':[]}",
      "NaN",
      '{"messages":[{"role":"user","content":"x"}]',
      new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
      new Uint8Array([0xc0, 0x80]),
      new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
    ];
    for (const body of bodies) await expectRefused(door, 400, () => door.ask(body));
    await expectAnswers(door);
  });

  test("other media types, methods and addresses are refused in the one shape", async () => {
    const door = await openDoor(store, way);
    const body = JSON.stringify(question(ask));
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml", "x"])
      await expectRefused(door, 415, () => door.ask(body, { "content-type": type }));
    const headers = { authorization: `Bearer ${door.node.keys.assistant}` };
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      await expectRefused(door, 405, () => door.send(message, { method, headers }));
      const allow = (await door.send(message, { method, headers })).headers.get("allow");
      expect(allow).toBe("POST, OPTIONS");
    }
    for (const path of [
      `${message}/`,
      `${message}/x`,
      "/nothing",
      "/v1",
      "/discovery/v2/assistant",
    ])
      await expectRefused(door, 404, () => door.send(path, { headers }));
  });

  test("ten thousand messages are handled", async () => {
    const door = await openDoor(store, way);
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      id: String(index),
      role: index % 2 === 0 ? "user" : "assistant",
      parts: [{ type: "text", text: "x" }],
    }));
    const messages = [...many, { id: "q", role: "user", parts: [{ type: "text", text: ask }] }];
    const events = await readEvents(await door.ask(JSON.stringify({ messages })));
    expect(textOf(events)).toContain("acme keys create");
    expect((await countEveryTable(door.node.db)).messages).toBe(2);
    const faulty = many.map((one) => ({ ...one, role: 7 }));
    await expectRefused(door, 400, () => door.ask(JSON.stringify({ messages: faulty })));
  });

  test("huge ids and names are refused with their path", async () => {
    const door = await openDoor(store, way);
    const huge = "x".repeat(200_000);
    const fields = ["fp", "threadId", "id", "trigger", "messageId", "currentPath"];
    const bodies = [
      ...fields.map((field) => question(ask, { [field]: huge })),
      { messages: [{ id: huge, role: "user", content: ask }] },
      { messages: [{ role: huge, content: ask }] },
      { messages: [{ role: "user", parts: [{ type: huge, text: ask }] }] },
      question(ask, { filter: { [huge]: 1 } }),
      question(ask, { filter: { a: huge } }),
      question(ask, { filter: { [huge]: Array(90).fill({}) } }),
      question(ask, { context: [{ type: "code", value: "x", path: huge }] }),
      question(ask, { context: Array(51).fill({ type: "code", value: "x" }) }),
    ];
    for (const body of bodies) await expectRefused(door, 400, () => door.ask(JSON.stringify(body)));
    const unknown = { metadata: { threadId: huge }, role: "assistant", content: "" };
    const messages = [unknown, { role: "user", content: ask }];
    await expectRefused(door, 404, () => door.ask(JSON.stringify({ messages })));
  });

  test("header tricks change nothing", async () => {
    const door = await openDoor(store, way);
    const headers = {
      "x-request-id": "evil\tid",
      "x-forwarded-for": "1.1.1.1, <script>",
      "x-forwarded-host": "evil.example",
      "x-fp": "é".repeat(50),
      "x-http-method-override": "DELETE",
      cookie: "a=b",
    };
    const response = await door.ask(JSON.stringify(question(ask)), headers);
    expect(response.headers.get("x-request-id")).toMatch(/^req_\w{24}$/);
    expect(JSON.stringify(await readEvents(response))).not.toContain("evil");
  });
});

describe.each(storeKinds)("a NUL on %s", (store) => {
  const full = {
    messages: [
      { id: "0", role: "assistant", content: "x", metadata: { threadId: "thr_x", k: "v" } },
      { id: "1", role: "user", parts: [{ type: "text", text: ask }], content: "c" },
    ],
    fp: "reader",
    threadId: "thr_y",
    id: "chat-0123456789abcdef",
    trigger: "submit-message",
    messageId: "m",
    filter: { audience: "operators", list: ["a"] },
    context: [{ type: "code", value: "v", path: "p", elementId: "e" }],
    currentPath: "/keys",
    unknown: "ignored",
  };

  test("in any string or key of the body is refused", async () => {
    const door = await openDoor(store, "in memory");
    const places = [...JSON.stringify(full).matchAll(/"([^"]*)"/g)];
    expect(places.length).toBeGreaterThan(40);
    for (const place of places) {
      const text = JSON.stringify(full);
      const at = place.index + place[0].length - 1;
      const body = `${text.slice(0, at)}\\u0000${text.slice(at)}`;
      await expectRefused(door, 400, () => door.ask(body));
    }
  });

  test("cannot be smuggled in raw, and half surrogates are repaired", async () => {
    const door = await openDoor(store, "in memory");
    const raw = JSON.stringify(question("x\u0001")).replace("\\u0001", "\u0000");
    await expectRefused(door, 400, () => door.ask(raw));
    const body = JSON.stringify(question("How do I create a key? \ud83d", { fp: "\udc00" }));
    expect((await readEvents(await door.ask(body))).at(-1)?.type).toBe("finish");
    const stored = await door.node.db.selectFrom("answers").select(["question", "fp"]).execute();
    expect(stored).toEqual([{ question: "How do I create a key? \ufffd", fp: "\ufffd" }]);
  });

  test("of two equal keys the last one counts, once", async () => {
    const door = await openDoor(store, "in memory");
    const body = `{"fp":"first","messages":[],${JSON.stringify(question(ask)).slice(1, -1)},"fp":"last"}`;
    expect((await readEvents(await door.ask(body))).at(-1)?.type).toBe("finish");
    const stored = await door.node.db.selectFrom("threads").select("fp").execute();
    expect(stored).toEqual([{ fp: "last" }]);
  });
});
