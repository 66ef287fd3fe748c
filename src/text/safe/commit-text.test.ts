import { expect, test } from "vitest";
import { brokenClosing, commitText } from "./commit-text.ts";

test("a commit message mentions nobody and closes nothing", () => {
  expect(commitText("Ask @ada, a@b.c and `@acme/docs`")).toBe("Ask @ ada, a@b.c and `@ acme/docs`");
  expect(commitText("Fixes #1, a/b#2\nclosed: https://x.y/issues/3\nResolve GH-4")).toBe(
    "Fixes # 1, a/b# 2\nclosed: <https://x.y/issues/3\nResolve <GH-4",
  );
});

test("blanks of any number and kind between the words protect nothing", () => {
  const blanks = ` \t\u00a0\u3000\u200b${" ".repeat(50)}`;
  expect(commitText(`Fixes${blanks}https://x.y/issues/3`)).toBe("Fixes <https://x.y/issues/3");
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
