import { expect, test } from "vitest";
import { webAddress } from "./web-address.ts";

test("an address is brought to its normal form, without a slash at the end", () => {
  expect(webAddress("https://docs.acme.example")).toBe("https://docs.acme.example");
  expect(webAddress("HTTP://Acme.example:80/a/b//")).toBe("http://acme.example/a/b");
  expect(webAddress("https://acme.example/ä b/")).toBe("https://acme.example/%C3%A4%20b");
});

test.each([
  "",
  "acme.example",
  "ftp://acme.example",
  "https://u@acme.example",
  "https://acme.example/?a",
  "https://acme.example/#a",
  "javascript:alert(1)",
])("%j is no address links can begin with", (text) => {
  expect(webAddress(text)).toBe(undefined);
});
