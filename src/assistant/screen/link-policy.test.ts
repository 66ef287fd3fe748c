import { expect, test } from "vitest";
import { createLinkPolicy } from "./link-policy.ts";

const policy = createLinkPolicy({
  publicUrl: "https://docent.example",
  project: { domain: "acme", baseUrl: "https://docs.acme.example/v2" },
  pages: [
    { path: "docs/01-keys.md", address: "guides/keys/", baseUrl: "" },
    { path: "docs/index.md", address: "", baseUrl: "" },
    { path: "api/list.md", address: "list", baseUrl: "https://api.acme.example" },
  ],
  allowedHosts: ["github.com", "*.acme.example"],
});

const keys = "https://docs.acme.example/v2/guides/keys/";

test.each([
  ["/guides/keys", keys],
  ["guides/keys/#create", `${keys}#create`],
  ["../guides/keys.md", keys],
  ["docs/01-keys.md", keys],
  ["https://docs.acme.example/v2/guides/keys", keys],
  ["https://docent.example/docs/acme/docs/01-keys#x", `${keys}#x`],
  ["https://api.acme.example/list", "https://api.acme.example/list"],
  ["https://docs.acme.example/v2", "https://docs.acme.example/v2"],
  ["https://github.com/acme/docs", "https://github.com/acme/docs"],
  ["https://status.acme.example/", "https://status.acme.example/"],
])("%s leads to %s", (link, url) => {
  expect(policy(link)).toBe(url);
});

test.each([
  "",
  "#top",
  "/guides/invented",
  "https://evil.example/guides/keys",
  "https://docent.example/other",
  "https://docent.example.evil.example/docs/acme/docs/01-keys",
  "https://github.com.evil.example/",
  "https://evil.example/?q=github.com",
  "https://user:secret@github.com/",
  "https://docs.acme.example@evil.example/v2/guides/keys",
  "//evil.example/guides/keys",
  "/\\evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "mailto:a@b.c",
  "http://",
  "https://evil.example\n/guides/keys",
])("%s leads nowhere", (link) => {
  expect(policy(link)).toBeUndefined();
});
