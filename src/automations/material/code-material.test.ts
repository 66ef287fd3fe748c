import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { codeMaterial } from "./code-material.ts";

test("a huge change is handed over in part, and what was left out is said", async () => {
  const { path, commit, git } = await makeRepository({ "a.ts": "one\n" });
  const from = (await git("rev-parse", "main")).trim();
  const lines = Array.from({ length: 900 }, (_, index) => `const value${index} = ${index};`);
  const many = Array.from({ length: 400 }, (_, index): [string, string] => [
    `src/a-file-with-a-rather-long-name-${index}.ts`,
    `${lines.slice(0, 20).join("\n")}\n`,
  ]);
  const to = await commit("main", {
    "a.ts": `${lines.join("\n")}\n`,
    "b.bin": Buffer.from([0, 1, 2, 3]),
    "long.ts": `${"x".repeat(50_000)}\n`,
    "package-lock.json": "{}\n",
    ...Object.fromEntries(many),
  });
  const { diff, paths, commits } = await codeMaterial(path, { from, to }, []);
  expect(diff.length).toBeLessThan(100_000);
  expect(diff).toContain("more lines of this file were left out.)");
  expect(diff).toMatch(
    /The lines of these files were left out: b\.bin, package-lock\.json, .*and \d+ more/,
  );
  expect(paths).toContain("(104 more files were left out.)");
  expect(commits).toContain(`${to.slice(0, 10)} Change some files`);
});

test("only files that are meant are handed over; links and submodules are shown, not followed", async () => {
  const { path, commit, git } = await makeRepository({ "a.ts": "one\n" });
  const from = (await git("rev-parse", "main")).trim();
  const to = await commit("main", {
    "src/link": { mode: "120000", content: "/etc/passwd" },
    "src/module": { mode: "160000", id: from },
    "other/b.ts": "hidden\n",
  });
  const { diff, paths } = await codeMaterial(path, { from, to }, ["src/**"]);
  expect(diff).toContain("+/etc/passwd");
  expect(diff).toContain(`+Subproject commit ${from}`);
  expect(diff).not.toContain("hidden");
  expect(paths).not.toContain("other");
});
