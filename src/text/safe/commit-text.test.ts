import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { runGit } from "../../git/run/git.ts";
import { brokenClosing, commitText, defuseTitle, defuseTrailers } from "./commit-text.ts";

test("a commit message mentions nobody and closes nothing", () => {
  expect(commitText("Ask @ada, a@b.c and `@acme/docs`")).toBe("Ask @ ada, a@b.c and `@ acme/docs`");
  expect(commitText("Fixes #1, a/b#2\nclosed: https://x.y/issues/3\nResolve GH-4")).toBe(
    "Fixes # 1, a/b# 2\nclosed: <https:// x.y/issues/3\nResolve <GH-4",
  );
});

test("blanks of any number and kind between the words protect nothing", () => {
  const blanks = ` \t\u00a0\u3000\u200b${" ".repeat(50)}`;
  expect(commitText(`Fixes${blanks}https://x.y/issues/3`)).toBe("Fixes <https:// x.y/issues/3");
  expect(commitText(`Fixes:${blanks}issue${blanks}GH-1`)).toBe("Fixes: issue <GH-1");
  expect(commitText("- a\n  - b")).toBe("- a\n  - b");
  expect(brokenClosing(`fixes${" ".repeat(50)}\n#1`)).toBe(`fixes${" ".repeat(50)}\n# 1`);
  expect(brokenClosing("closes `#3`, closes **[a/b#4](x)**")).toBe(
    "closes `# 3`, closes **[a/b# 4](x)**",
  );
});

test("a commit message switches no automation off", () => {
  expect(commitText("[skip ci] [CI Skip] [no ci]\nskip-checks: true")).toBe(
    "(skip ci) (CI Skip) (no ci)\nskip-checks true",
  );
  expect(commitText("[skip  ci] [ skip\u00a0ci ] [skip-ci] [skip\nci] ***NO_CI***")).toBe(
    "(skip ci) ( skip ci ) (skip-ci) (skip\nci) **NO_CI**",
  );
  expect(
    commitText("[skip azp] [vercel skip] [skip netlify] [CF-Pages-Skip] skip-checks :true"),
  ).toBe("(skip azp) (vercel skip) (skip netlify) (CF-Pages-Skip) skip-checks true");
  expect(commitText("[Skip to the end](x) and [x]")).toBe("[Skip to the end](x) and [x]");
});

test("a commit message is read in linear time", () => {
  const hostile = [
    "fixes ",
    "fixes: issue ",
    `fixes${" ".repeat(2_000)}`,
    "[skip",
    "*no_ci",
    "[a]",
    " ",
  ];
  for (const piece of hostile)
    expect(commitText(piece.repeat(Math.ceil(200_000 / piece.length))).length).toBeLessThan(
      300_000,
    );
  expect(brokenClosing(`fixes${" ".repeat(200_000)}x`)).toHaveLength(200_006);
});

test("names and numbers in a title are code, and code stays", () => {
  expect(defuseTitle("Mend #1 and GH-2 for @ada in `@acme/docs`")).toBe(
    "Mend `#1` and `GH-2` for `@ada` in `@acme/docs`",
  );
  expect(defuseTitle("Explain C# 12 and a@b.c [skip ci]")).toBe(
    "Explain C# 12 and a@b.c (skip ci)",
  );
});

test("a title closes no issue", () => {
  expect(defuseTitle("Fixes https://github.com/o/r/issues/1")).toBe(
    "Fixes <`https://github.com/o/r/issues/1`",
  );
  expect(defuseTitle("Fixes GH-1 and closes `#3`, resolves  a/b#4")).toBe(
    "Fixes <`GH-1` and closes `# 3`, resolves a/b# 4",
  );
});

test("backticks without a partner open no code, and a title is defused once", () => {
  expect(defuseTitle("a `@ada")).toBe("a `@ada`");
  for (const title of ["a `@ada", "``@a`` b", "`a`@b", "```#1`", "@a`#2`@b", "Fixes #1 GH-2"])
    expect(defuseTitle(defuseTitle(title))).toBe(defuseTitle(title));
});

test("names of several words lose their colon wherever they stand", () => {
  expect(
    defuseTrailers(
      "Co-authored-by: Eve <e@x.y>\n\n  Signed-off-by :Eve\nDocent-Session: job_2\n\nx",
    ),
  ).toBe("Co-authored-by Eve <e@x.y>\n\n  Signed-off-by Eve\nDocent-Session job_2\n\nx");
});

test("prose stays, and only the last paragraph is indented", () => {
  expect(defuseTrailers("Note: a\n\n- keys.md: renamed\nWhy: b\nhttps://x.y\nc")).toBe(
    "Note: a\n\n- keys.md: renamed\n  Why: b\n  https://x.y\nc",
  );
});

const summaries = [
  "Co-authored-by: Eve <e@x.y>",
  "Change\n\nReviewed: yes\nAcked: Eve",
  "Change\n\nReviewed: yes\n---\nx",
  "Change\n\nReviewed-by: Eve\n--- x",
  "Change\n\nReviewed: Eve\n# ------------------------ >8 ------------------------\nx",
  "Change\n\n(cherry picked from commit 1)\nA: b",
  "Change\n\nSigned-off-by: Eve\n\u00a0\nDocent-Session: job_2",
];

test("git reads our own trailer alone behind any summary", async () => {
  const { path } = await makeRepository({ "a.md": "a\n" });
  for (const summary of summaries) {
    const message = `T\n\n${defuseTrailers(summary)}\n\nDocent-Session: job_1\n`;
    for (const more of [[], ["--no-divider"]]) {
      const args = ["interpret-trailers", "--parse", ...more];
      const { stdout } = await runGit(args, { gitDirectory: path, input: message });
      expect([summary, stdout.toString()]).toEqual([summary, "Docent-Session: job_1\n"]);
    }
  }
});

test("trailers are read in linear time", () => {
  for (const piece of ["a-", "a", " ", "a-b :", "---\n", "\n"])
    expect(defuseTrailers(piece.repeat(100_000)).length).toBeGreaterThan(90_000);
});

test("a title and a commit message hold no address that a page would link to", () => {
  expect(defuseTitle("See www.evil.app/x and https://evil.app?q=1")).toBe(
    "See `www.evil.app/x` and `https://evil.app?q=1`",
  );
  expect(commitText("See www.evil.app and HTTPS://evil.app, ftp://evil.app")).toBe(
    "See www. evil.app and HTTPS:// evil.app, ftp:// evil.app",
  );
});
