import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { runGit } from "../run/git.ts";
import { isSafeBranchName, requireJobBranch, requireRoomForBranch } from "./branch-name.ts";

const good = ["main", "docent/fix-1", "a.b", "ünïcode", "a@b", "@@", "a-", "release/2.0", "a{b"];
const bad = [
  ...[
    "",
    "-x",
    "a..b",
    "a b",
    "a~",
    "a^",
    "a:b",
    "a?",
    "a*",
    "a[",
    "a\\b",
    "a@{1}",
    "/a",
    "a/",
    "a//b",
  ],
  ...[".a", "a/.b", "a.lock", "a.lock/b", "a.", "a\u007f", "a\nb", "a\0b"],
];

test("git's own rules are kept", async () => {
  for (const name of [...good, ...bad].filter((name) => !name.includes("\0"))) {
    const allowed = await runGit(["check-ref-format", "--branch", name]).then(
      () => true,
      () => false,
    );
    expect([name, isSafeBranchName(name)]).toEqual([name, allowed]);
  }
  expect(isSafeBranchName("a\0b")).toBe(false);
});

test("names that could be taken for something else, or are too long, are refused", () => {
  expect(isSafeBranchName("HEAD")).toBe(false);
  expect(isSafeBranchName("@")).toBe(false);
  expect(isSafeBranchName("refs/heads/main")).toBe(false);
  expect(isSafeBranchName("\ud800")).toBe(false);
  expect(isSafeBranchName("é".repeat(100))).toBe(true);
  expect(isSafeBranchName("é".repeat(101))).toBe(false);
});

test.each([
  "docs/new-page",
  "docent/fix-links-a1b2c3",
  "überblick",
  "a;b",
  "overhead",
  "head-of-docs",
  "feature/heads/x",
  "main2",
  "x".repeat(200),
])("%j is a branch a job may work on", (name) => {
  expect(requireJobBranch(name, "main")).toBe(name);
});

test.each([
  "",
  "-rf",
  "--upload-pack=touch /tmp/x",
  "HEAD",
  "head",
  "FETCH_HEAD",
  "CHERRY_PICK_HEAD",
  "@",
  "@{-1}",
  "a@{1}",
  "refs/heads/main",
  "heads/main",
  "Refs/heads/main",
  "tags/v1",
  "remotes/origin/main",
  "0123456789".repeat(4),
  "a..b",
  "a b",
  "a\tb",
  "a\nb",
  "a\0b",
  "a~1",
  "a^",
  "a:b",
  "a?",
  "a*",
  "a[b",
  "a\\b",
  "/a",
  "a/",
  "a//b",
  ".a",
  "a/.b",
  "a.",
  "a.lock",
  "a.lock/b",
  "a/../../main",
  "\ud800",
  "a\u202eb",
  "a\u200bb",
  "x".repeat(201),
  "é".repeat(101),
])("%j is no branch for a job", (name) => {
  expect(() => requireJobBranch(name, "main")).toThrow("not one that git allows");
});

test.each(["main", "Main", "MAIN"])("%s is the default branch", (name) => {
  expect(() => requireJobBranch(name, "main")).toThrow('default branch "main"');
});

test("a branch that git could not keep beside another is refused", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  await repository.git("branch", "docs/one", "main");
  const check = (name: string) => requireRoomForBranch(repository.path, name);
  await check("docs/one");
  await check("docs/two");
  await check("doc");
  await check("docs-two");
  const conflict = { code: "conflict" };
  await expect(check("docs")).rejects.toMatchObject(conflict);
  await expect(check("docs/one/two")).rejects.toMatchObject(conflict);
  await expect(check("main/x")).rejects.toMatchObject(conflict);
  await expect(check("Docs/One")).rejects.toMatchObject(conflict);
});
