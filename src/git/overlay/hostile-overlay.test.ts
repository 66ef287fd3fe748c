import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { appendFile, chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository, type TestRepository } from "../../../test/make-repository.ts";
import { diffCommits } from "../read/diff.ts";
import { branchCommit } from "../read/resolve-commit.ts";
import { mergeBranches, mergeConflicts } from "../write/merge.ts";
import { commitOverlay } from "./commit-overlay.ts";
import { openOverlay } from "./overlay.ts";

const author = { name: "Ada", email: "ada@example.com" };
const date = new Date("2030-01-01T12:00:00.000Z");

/** A repository that tries to run something at every step: hooks, filters, drivers, a monitor. */
async function hostileRepository() {
  const repository = await makeRepository(
    {
      ".gitattributes": "* filter=evil diff=evil merge=evil\n",
      ".gitmodules":
        '[submodule "t"]\n path = t\n url = ext::touch marks/module\n update = !touch m\n',
      "page.md": "# One\n\ntext\n",
      "-rf": "not an option\n",
      out: { mode: "120000", content: "/etc/passwd" },
      t: { mode: "160000", id: "1234567890".repeat(4) },
    },
    { workTree: true },
  );
  const marks = join(repository.folder, "marks");
  const command = (mark: string) => `touch ${join(marks, mark)}; cat`;
  await mkdir(marks);
  await plantHooks(repository, marks);
  await writeFile(join(repository.path, "info/attributes"), "* filter=evil diff=evil merge=evil\n");
  await appendFile(
    join(repository.path, "config"),
    [
      `[core]\n fsmonitor = "${command("fsmonitor")}"\n hooksPath = ${join(repository.path, "hooks")}\n ignoreCase = true`,
      `[filter "evil"]\n clean = "${command("clean")}"\n smudge = "${command("smudge")}"\n required`,
      `[diff]\n external = "${command("external")}"\n noprefix = true\n mnemonicPrefix = true`,
      `[diff "evil"]\n textconv = "${command("textconv")}"\n command = "${command("driver")}"\n xfuncname = "("`,
      `[merge "evil"]\n driver = "touch ${join(marks, "merge")}; false"`,
      `[gpg]\n program = "${command("gpg")}"\n[commit]\n gpgSign = true\n[user]\n signingKey = x`,
      "[core]\n bigFileThreshold = 1\n[i18n]\n commitEncoding = latin1\n",
    ].join("\n"),
  );
  return { repository, fired: () => readdirSync(marks).sort() };
}

async function plantHooks({ path }: TestRepository, marks: string): Promise<void> {
  await mkdir(join(path, "hooks"), { recursive: true });
  for (const hook of ["reference-transaction", "pre-commit", "post-commit", "post-merge"]) {
    const file = join(path, "hooks", hook);
    await writeFile(file, `#!/bin/sh\ntouch ${join(marks, hook)}\n`);
    await chmod(file, 0o755);
  }
}

test("a hostile repository runs nothing from checkout to merge", async () => {
  const { repository, fired } = await hostileRepository();
  const base = await branchCommit(repository.path, "main");
  spawnSync("git", ["checkout", "--detach"], { cwd: join(repository.folder, "tree") });
  const before = fired();
  const overlay = await openOverlay(repository.path, base, []);
  expect(await overlay.read("-rf")).toBe("not an option\n");
  expect(await overlay.read("page.md")).toBe("# One\n\ntext\n");
  expect((await overlay.grep("text")).matches).toHaveLength(1);
  expect((await overlay.grep("option", { folder: "-rf" })).matches).toHaveLength(1);
  overlay.write("page.md", "# One\n\ntext\n\nmore\n");
  overlay.remove("-rf");
  const changes = overlay.changes();
  const commit = { base, branch: "x", changes, message: "é\n", author, date };
  const { commit: headCommit } = await commitOverlay(repository.path, commit);
  expect(await repository.git("cat-file", "commit", headCommit)).not.toContain("encoding");
  const { files } = await diffCommits(repository.path, base, headCommit);
  expect(files.map(({ path, status }) => [path, status])).toEqual([
    ["-rf", "deleted"],
    ["page.md", "modified"],
  ]);
  const other = [{ path: "page.md", content: "# 1\n\ntext\n", mode: "100644" as const }];
  await repository.git("update-ref", "refs/heads/main2", base);
  await commitOverlay(repository.path, { ...commit, branch: "main2", changes: other });
  expect(await mergeConflicts(repository.path, "main2", "x")).toEqual([]);
  const merge = { base: "main2", head: "x", headCommit, message: "Merge\n", author, date };
  expect(await mergeBranches(repository.path, merge)).toHaveProperty("commit");
  expect(await repository.git("cat-file", "blob", "main2:page.md")).toBe("# 1\n\ntext\n\nmore\n");
  expect(fired()).toEqual(before);
});

test("the planted commands would run under a plain git", async () => {
  const { repository, fired } = await hostileRepository();
  const cwd = join(repository.folder, "tree");
  const fork = await branchCommit(repository.path, "main");
  await repository.commit("x", { "page.md": "# One\n\ntext\n\nmore\n" }, fork);
  await repository.commit("y", { "page.md": "# 1\n\ntext\n" }, fork);
  expect(fired()).toEqual([]);
  const plain = (...args: string[]) =>
    spawnSync("git", ["-c", "safe.directory=*", ...args], { cwd });
  plain("merge-tree", "--write-tree", "x", "y");
  plain("update-ref", "refs/heads/z", "HEAD");
  plain("diff", "x", "y");
  plain("status");
  const expected = ["driver", "fsmonitor", "merge", "reference-transaction"];
  expect(fired()).toEqual(expect.arrayContaining(expected));
});
