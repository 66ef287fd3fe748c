import { expect, test } from "vitest";
import { ownHost } from "./own-host.ts";

const rule = { boundTo: "127.0.0.1", publicUrl: undefined, allowed: [] };

test("on loopback, addresses and the names of this machine are answered", () => {
  for (const boundTo of ["127.0.0.1", "::1", "localhost", "127.8.8.8"]) {
    const isOwn = ownHost({ ...rule, boundTo });
    for (const host of [
      ...["localhost", "localhost:4040", "LocalHost.", "acme.localhost:80"],
      ...["127.0.0.1", "127.0.0.1:4040", "[::1]", "[::1]:4040", "192.0.2.7:80"],
    ])
      expect(isOwn(host), `${boundTo} ${host}`).toBe(true);
  }
});

test("on loopback, a name that leads here by a trick is not answered", () => {
  const isOwn = ownHost(rule);
  for (const host of [
    ...["evil.example", "evil.example:4040", "localhost.evil.example", "127.0.0.1.evil.example"],
    ...["notlocalhost", "", ".", "[", "[evil.example]:80", "127.0.0.1@evil.example"],
  ])
    expect(isOwn(host), host).toBe(false);
});

test("the public address and listed names are answered with any port", () => {
  const isOwn = ownHost({
    ...rule,
    publicUrl: "https://Docs.Acme.example/help",
    allowed: ["docent.internal", "*.acme.test"],
  });
  for (const host of ["docs.acme.example", "docs.acme.example:443", "docent.internal:80"])
    expect(isOwn(host), host).toBe(true);
  expect(isOwn("a.b.acme.test")).toBe(true);
  for (const host of ["acme.example", "acme.test", "x.docent.internal", "xacme.test"])
    expect(isOwn(host), host).toBe(false);
});

test("where other machines connect, any name is answered until names are listed", () => {
  const open = { ...rule, boundTo: "0.0.0.0", publicUrl: "https://docs.acme.example" };
  expect(ownHost(open)("docent:4040")).toBe(true);
  const listed = ownHost({ ...open, allowed: ["docent"] });
  expect(listed("docent:4040")).toBe(true);
  expect(listed("docs.acme.example")).toBe(true);
  expect(listed("10.0.0.7:4040")).toBe(true);
  expect(listed("evil.example")).toBe(false);
});
