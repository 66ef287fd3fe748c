import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../lib/app-error.ts";
import { parseJson, readBody, shortPath } from "./read-request.ts";

type Body = RequestInit["body"];

const schema = z.object({ name: z.string(), size: z.int().optional() });

function request(body: Body, type: string | null = "application/json"): Request {
  const headers = new Headers(type === null ? {} : { "content-type": type });
  return new Request("http://docent.test/", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
}

function read(body: Body, type?: string | null) {
  return readBody(request(body, type), schema, 1_000);
}

async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error("nothing was refused");
}

function chunks(count: number, size: number, onPull: () => void = () => undefined) {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      onPull();
      if (sent++ < count) controller.enqueue(new Uint8Array(size).fill(0x20));
      else controller.close();
    },
  });
}

test("a body that fits is parsed", async () => {
  expect(await read('{"name":"x"}')).toEqual({ name: "x" });
});

test("parameters and case of the media type do not matter", async () => {
  expect(await read('{"name":"x"}', "Application/JSON; charset=utf-8")).toEqual({ name: "x" });
});

test("any other media type is refused before the body is read", async () => {
  for (const type of [null, "text/plain", "application/json-patch+json", "multipart/form-data"]) {
    expect((await refusal(read(new Blob(['{"name":"x"}']), type))).code).toBe(
      "unsupported_media_type",
    );
  }
});

test("every fault is listed with its path", async () => {
  const { code, details, message } = await refusal(read('{"size":"5"}'));
  expect(code).toBe("invalid_request");
  expect(details.map((detail) => detail.path).sort()).toEqual(["name", "size"]);
  expect(message).toContain("name");
});

test("JSON that is not an object is refused", async () => {
  for (const text of ["null", "1", '"x"', "[]", "true"])
    expect((await refusal(read(text))).code).toBe("invalid_request");
});

test("a missing body is refused", async () => {
  expect((await refusal(read(null))).code).toBe("invalid_request");
});

test("a body of exactly the limit is read and one byte more is not", async () => {
  const padded = (size: number) => `{"name":"x"}`.padEnd(size, " ");
  expect(await read(padded(1_000))).toEqual({ name: "x" });
  expect((await refusal(read(padded(1_001)))).code).toBe("too_large");
});

test("a chunked body without a length is measured as it arrives", async () => {
  expect((await refusal(read(chunks(50, 100)))).code).toBe("too_large");
});

test("an endless body is given up on", async () => {
  let pulled = 0;
  const endless = chunks(Number.POSITIVE_INFINITY, 1_048_576, () => {
    pulled += 1;
  });
  expect((await refusal(read(endless))).code).toBe("too_large");
  expect(pulled).toBeLessThan(40);
});

test("bytes that are not UTF-8 are refused", async () => {
  const bytes = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
  expect((await refusal(read(bytes))).message).toContain("UTF-8");
});

test("a byte order mark is skipped", async () => {
  expect(await read('\ufeff{"name":"x"}')).toEqual({ name: "x" });
});

test("a body that breaks off is the caller's fault, not ours", async () => {
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new Error("socket hang up"));
    },
  });
  expect((await refusal(read(broken))).code).toBe("invalid_request");
});

test("a long key is not sent back in full", async () => {
  const wide = z.record(z.string(), z.int());
  const body = JSON.stringify({ ["k".repeat(5_000)]: "x" });
  const { details } = await refusal(readBody(request(body), wide, 10_000));
  expect(details[0]?.path.length).toBeLessThan(300);
});

function parseRefusal(text: string): AppError {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("ordinary JSON comes through unchanged", () => {
  const value = { a: [1, null, true, "x"], b: { c: -1.5e3 } };
  expect(parseJson(JSON.stringify(value))).toEqual(value);
});

test("text that is not JSON is refused", () => {
  for (const text of ["", "{", "{'a':1}", "undefined", "[1,]", "{}{}", "\u0000"])
    expect(parseRefusal(text).code).toBe("invalid_request");
});

test("sixty-four levels are read and sixty-five are not", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(parseJson(nested(64))).toBeDefined();
  expect(parseRefusal(nested(65)).message).toContain("nested too deeply");
});

test("brackets inside strings do not count as levels", () => {
  const value = ["[".repeat(500), '"[{'.repeat(100), "\\"];
  expect(parseJson(JSON.stringify(value))).toEqual(value);
});

test("a hundred thousand levels and unbalanced brackets are refused", () => {
  parseRefusal("[".repeat(100_000));
  parseRefusal('{"a":'.repeat(100_000));
  parseRefusal("]".repeat(1_000_000));
});

test("a NUL in a value or a key is refused with its path", () => {
  const { details } = parseRefusal('{"a":[{"b":"x\\u0000"}],"c\\u0000":1}');
  expect(details.map((detail) => detail.path)).toEqual(["a.0.b", ""]);
});

test("a key named __proto__ is refused and changes no prototype", () => {
  expect(parseRefusal('{"filter":{"__proto__":{"admin":true}}}').details[0]?.path).toBe("filter");
  expect("admin" in {}).toBe(false);
});

test("half a surrogate pair is replaced and whole ones stay", () => {
  expect(parseJson('["\\ud83d","\\ud83d\\ude00"]')).toEqual(["\ufffd", "😀"]);
});

test("of two equal keys the last one counts", () => {
  expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
});

test("faults are listed up to a limit and never repeat a long key in full", () => {
  const key = "k".repeat(500_000);
  const { details } = parseRefusal(`{"${key}":[${Array(100).fill('"\\u0000"').join(",")}]}`);
  expect(details).toHaveLength(20);
  expect(JSON.stringify(details).length).toBeLessThan(10_000);
});

test("a short path is kept whole", () => {
  expect(shortPath("messages.0.parts.1.text")).toBe("messages.0.parts.1.text");
});
