import { existsSync } from "node:fs";
import { mkdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { runGit } from "./git.ts";
import { withScratchRepository } from "./scratch-repository.ts";

const input = "an object\n";

test("objects are shared, config and refs are not", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const commit = (await repository.git("rev-parse", "main")).trim();
  await repository.git("config", "merge.evil.driver", "false");
  await withScratchRepository(repository.path, { keep: true }, async (scratch) => {
    const { stdout } = await runGit(["cat-file", "-t", commit], scratch);
    expect(stdout.toString()).toBe("commit\n");
    const config = await runGit(["config", "--local", "--list"], scratch);
    expect(config.stdout.toString()).not.toContain("evil");
    await expect(runGit(["rev-parse", "--verify", "main"], scratch)).rejects.toThrow("single");
  });
});

test("what is written is kept or thrown away as asked, and the folder is gone", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const write = (keep: boolean) =>
    withScratchRepository(repository.path, { keep }, async (scratch) => {
      const { stdout } = await runGit(["hash-object", "-w", "--stdin"], { ...scratch, input });
      return { id: stdout.toString().trim(), folder: scratch.gitDirectory };
    });
  const thrownAway = await write(false);
  await expect(repository.git("cat-file", "-t", thrownAway.id)).rejects.toThrow();
  const kept = await write(true);
  expect(await repository.git("cat-file", "-t", kept.id)).toBe("blob\n");
  for (const { folder } of [thrownAway, kept]) expect(existsSync(folder)).toBe(false);
});

test("what a killed process left behind is removed after an hour", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const place = process.env.TMPDIR;
  process.env.TMPDIR = repository.folder;
  try {
    const [old, young] = ["docent-scratch-old", "docent-scratch-young"].map((name) =>
      join(repository.folder, name),
    );
    if (!old || !young) throw new Error("no folders");
    for (const folder of [old, young]) await mkdir(join(folder, "objects"), { recursive: true });
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
    await utimes(old, twoHoursAgo, twoHoursAgo);
    await withScratchRepository(repository.path, { keep: false }, async () => undefined);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  } finally {
    if (place === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = place;
  }
});
