import { expect, test } from "vitest";
import { gitFailure, redact } from "./git-failure.ts";

test("secrets, userinfo, queries and control characters are taken out", () => {
  const told = redact(
    "fatal: https://bob:p@ss@example.com/x.git?token=abc \u001b[31mred\u202e s3cret and s3cret",
    ["s3cret"],
  );
  expect(told).toBe("fatal: https://example.com/x.git?***  [31mred  *** and ***");
});

test("the complaint is the last line git marked as one", () => {
  const failure = gitFailure(
    "fetch",
    "remote: hello\nerror: first\nfatal: second\nand advice\n",
    [],
  );
  expect(failure.message).toBe("git fetch failed: second");
});

test("a refused login, a missing repository and an unreachable host have codes of their own", () => {
  const code = (text: string) => gitFailure("fetch", text, []).code;
  expect(code("fatal: Authentication failed for 'https://x/'")).toBe("forbidden");
  expect(code("fatal: could not read Username for 'https://x': terminal prompts disabled")).toBe(
    "forbidden",
  );
  expect(code("fatal: repository 'https://x/' not found")).toBe("not_found");
  expect(code("fatal: unable to access 'https://x/': Could not resolve host: x")).toBe(
    "unavailable",
  );
  expect(code("")).toBe("unavailable");
});

test("a very long line is handled at once and cut", () => {
  expect(gitFailure("fetch", `fatal: ${"://a".repeat(200_000)}`, []).message.length).toBeLessThan(
    400,
  );
});
