import { expect, test } from "vitest";
import { addressBelow, addressKey, createAddressBook } from "./page-address.ts";

test.each([
  "guides/keys",
  "/guides/keys/",
  "guides/keys.md",
  "guides/keys.html#create",
  "guides/keys/index.mdx?plain=1",
  "guides//k%65ys",
])("%j is the address guides/keys", (name) => {
  expect(addressKey(name)).toBe("guides/keys");
});

test("a URL is the same without its scheme, and its host in any case", () => {
  expect(addressKey("HTTPS://Docs.Example.com/Guides/#top")).toBe("docs.example.com/Guides");
  expect(addressKey("https://Docs.Example.com")).toBe("docs.example.com");
});

test("what cannot be decoded is taken as it is", () => {
  expect(addressKey("100%/keys")).toBe("100%/keys");
});

test("an address is cut off its root, and only there", () => {
  const root = "http://docent.test/docs/acme";
  expect(addressBelow(root, "http://docent.test/docs/acme/keys.md#a")).toBe("keys.md");
  expect(addressBelow(root, "https://docent.test/docs/acme")).toBe("");
  expect(addressBelow(root, "http://docent.test/docs/acme-2/keys")).toContain("acme-2/keys");
  expect(addressBelow(root, "/guides/keys")).toBe("/guides/keys");
});

test("a page is found by its address, the path of its URL and its URL", () => {
  const book = createAddressBook();
  book.add({ path: "a/keys.md", address: "manual/keys" }, "https://docs.example.com/base/a");
  book.add({ path: "b/keys.md", address: "" }, "https://docs.example.com/base/b");
  book.add({ path: "c/keys.md", address: "manual/keys" }, "https://docs.example.com/base/b");
  const at = (name: string) => book.find(name);
  expect(at("/manual/keys/")).toBe("a/keys.md");
  expect(at("/base/b")).toBe("b/keys.md");
  expect(at("http://docs.example.com/base/b#anchor")).toBe("b/keys.md");
  expect(at("https://evil.example/base/b")).toBeUndefined();
  expect(at("")).toBeUndefined();
});
