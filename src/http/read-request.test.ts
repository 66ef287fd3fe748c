import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../lib/app-error.ts";
import { readBody } from "./read-request.ts";

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
  return readBody(request(body, type), schema, { maxBytes: 1_000 });
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

test("of a large body of wrong items the first twenty are listed, and no more are looked at", async () => {
  let looks = 0;
  const item = z.unknown().refine(() => {
    looks += 1;
    return false;
  }, "wrong");
  const body = JSON.stringify({ items: Array(40_000).fill(0) });
  const list = z.object({ items: z.array(item) });
  const { code, details } = await refusal(readBody(request(body), list, { maxBytes: 1_000_000 }));
  expect(code).toBe("invalid_request");
  expect(details.map((detail) => detail.path)).toEqual(
    Array.from({ length: 20 }, (_, index) => `items.${index}`),
  );
  expect(looks).toBe(20);
});

test("a hundred and thirty thousand wrong items are refused by their number", async () => {
  const body = JSON.stringify({ messages: Array(130_000).fill(0) });
  const { code, details } = await refusal(readBody(request(body), schema, { maxBytes: 1_000_000 }));
  expect(code).toBe("invalid_request");
  expect(details[0]?.message).toContain("At most 100000");
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
  const { details } = await refusal(readBody(request(body), wide, { maxBytes: 10_000 }));
  expect(details[0]?.path.length).toBeLessThan(300);
});
