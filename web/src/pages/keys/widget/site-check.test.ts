import { expect, test } from "vitest";
import { siteCheck } from "./site-check.ts";

const origins = ["https://docs.acme.com", "http://localhost:3000"];

test("a page of an allowed origin may use the key, wherever on the site it is", () => {
  expect(siteCheck("https://docs.acme.com/guide/keys?a#b", origins)).toEqual({
    state: "allowed",
    origin: "https://docs.acme.com",
  });
  expect(siteCheck(" docs.acme.com ", origins)).toMatchObject({ state: "allowed" });
  expect(siteCheck("http://localhost:3000", origins)).toMatchObject({ state: "allowed" });
});

test("another scheme, host or port is another origin", () => {
  for (const address of ["http://docs.acme.com", "https://acme.com", "http://localhost:3001"])
    expect(siteCheck(address, origins)).toMatchObject({ state: "refused" });
});

test("a key without origins is for every site", () => {
  expect(siteCheck("https://anywhere.example", [])).toMatchObject({ state: "allowed" });
});

test("what is no address of a site is told", () => {
  for (const address of ["file:///tmp/a.html", "https://", "a b"])
    expect(siteCheck(address, origins)).toEqual({ state: "unreadable" });
  expect(siteCheck("  ", origins)).toEqual({ state: "empty" });
});
