import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openValue, sealValue } from "./sealed-value.ts";

const key = randomBytes(32);

test("a sealed text opens with its key and identity, and holds nothing of the text", () => {
  for (const text of ["", "hunter2", "é\n🙂", "x".repeat(100_000)]) {
    const sealed = sealValue(key, "a", text);
    expect(openValue(key, "a", sealed)).toBe(text);
    if (text.length > 4) expect(Buffer.from(sealed, "base64").includes(text)).toBe(false);
  }
});

test("another key, another identity and every changed bit are refused", () => {
  const sealed = sealValue(key, "src_1/login", "hunter2");
  expect(openValue(randomBytes(32), "src_1/login", sealed)).toBeUndefined();
  expect(openValue(key, "src_2/login", sealed)).toBeUndefined();
  const bytes = Buffer.from(sealed, "base64");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openValue(key, "src_1/login", changed.toString("base64"))).toBeUndefined();
  }
  for (const text of ["", "AAAA", "not base64 at all", sealed.slice(0, 30)])
    expect(openValue(key, "src_1/login", text)).toBeUndefined();
});

test("the same text is sealed differently each time", () => {
  const sealed = new Set(Array.from({ length: 100 }, () => sealValue(key, "a", "hunter2")));
  const nonces = new Set([...sealed].map((one) => one.slice(0, 16)));
  expect([sealed.size, nonces.size]).toEqual([100, 100]);
});
