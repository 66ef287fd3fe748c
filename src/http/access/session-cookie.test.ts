import { expect, test } from "vitest";
import { sessionCookie } from "./session-cookie.ts";

const now = new Date("2030-01-01T12:00:00Z");
const session = { token: "abc-_1", expiresAt: new Date("2030-01-01T13:00:00Z") };

test("the cookie is for this host alone, out of reach of scripts and other sites", () => {
  expect(sessionCookie(false).write(session, now)).toBe(
    "docent_session=abc-_1; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600",
  );
  expect(sessionCookie(true).write(session, now)).toBe(
    "__Host-docent_session=abc-_1; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=3600",
  );
});

test("a cleared cookie has the same name and rules", () => {
  expect(sessionCookie(true).clear()).toBe(
    "__Host-docent_session=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0",
  );
});

test.each([
  [null, undefined],
  ["", undefined],
  ["docent_session=abc", "abc"],
  ["a=1; docent_session=abc; b=2", "abc"],
  ["a=1;docent_session=abc", "abc"],
  ["docent_session=first; docent_session=second", "first"],
  ["my_docent_session=abc", undefined],
  ["docent_session_=abc", undefined],
  ["docent_session", undefined],
  ["docent_session=", undefined],
  ['docent_session="abc"', undefined],
  ["docent_session=a b", undefined],
  ["docent_session=%61", undefined],
  [`docent_session=${"a".repeat(101)}`, undefined],
  ["__Host-docent_session=abc", undefined],
])("the token in %j is %j", (header, token) => {
  expect(sessionCookie(false).read(header)).toBe(token);
});

test("over TLS a cookie that anyone could have planted is not read", () => {
  expect(sessionCookie(true).read("docent_session=planted")).toBeUndefined();
  expect(sessionCookie(true).read("docent_session=planted; __Host-docent_session=own")).toBe("own");
});
