import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isOneOf, isSignedBy } from "./delivery-signature.ts";

const body = new TextEncoder().encode('{"a":1}');
const signed = (secret: string) => createHmac("sha256", secret).update(body).digest("hex");

test("a body is known by each of the secrets that are agreed on", () => {
  expect(isSignedBy(body, signed("new"), ["new", "old"])).toBe(true);
  expect(isSignedBy(body, `sha256=${signed("old")}`, ["new", "old"])).toBe(true);
  expect(isSignedBy(body, signed("other"), ["new", "old"])).toBe(false);
  expect(isSignedBy(new Uint8Array([1]), signed("new"), ["new"])).toBe(false);
});

test("an empty secret, an empty signature and a long one open nothing", () => {
  expect(isSignedBy(body, signed(""), [""])).toBe(false);
  expect(isSignedBy(body, "", ["new"])).toBe(false);
  expect(isSignedBy(body, "a".repeat(100_000), ["new"])).toBe(false);
  expect(isOneOf("", [""])).toBe(false);
  expect(isOneOf("", [])).toBe(false);
});

test("a secret that is sent as it is must be one of those agreed on", () => {
  expect(isOneOf("old", ["new", "old"])).toBe(true);
  expect(isOneOf("olds", ["new", "old"])).toBe(false);
});
