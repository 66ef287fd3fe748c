import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { branchCommit } from "../read/resolve-commit.ts";
import { commitOverlay, type OverlayCommit } from "./commit-overlay.ts";

const script = `
  const { commitOverlay } = await import(${JSON.stringify(new URL("commit-overlay.ts", import.meta.url).href)});
  const { readFileSync } = await import("node:fs");
  const [repository, file] = process.argv.slice(1);
  const commit = JSON.parse(readFileSync(file, "utf8"));
  process.stdout.write("go");
  await commitOverlay(repository, { ...commit, date: new Date(commit.date) });
`;

test("a process killed at any moment of its commit leaves one commit when it is repeated", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  const base = await branchCommit(repository.path, "main");
  const files = Array.from({ length: 50 }, (_, at) => `docs/page-${at}.md`);
  const commit: OverlayCommit = {
    base,
    branch: "docs/x",
    changes: files.map((path) => ({ path, content: path.repeat(500), mode: "100644" })),
    message: "Write pages\n",
    author: { name: "Docent", email: "docent@localhost" },
    date: new Date("2030-01-01T12:00:00.000Z"),
  };
  const file = join(repository.folder, "commit.json");
  await writeFile(file, JSON.stringify(commit));
  // What a killed process leaves in the temporary folder goes with the test.
  const env = { ...process.env, TMPDIR: repository.folder };
  for (let delayMs = 0; delayMs <= 120; delayMs += 15) {
    const args = ["--input-type=module", "--eval", script, repository.path, file];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], env });
    const closed = once(child, "close");
    await once(child.stdout, "data");
    await sleep(delayMs);
    child.kill("SIGKILL");
    await closed;
  }
  const { commit: id } = await commitOverlay(repository.path, commit);
  const other = await makeRepository({ "a.md": "a\n" });
  expect(await commitOverlay(other.path, commit)).toEqual({ commit: id, created: true });
  expect(await branchCommit(repository.path, "docs/x")).toBe(id);
  expect(await repository.git("rev-list", "--count", "main..docs/x")).toBe("1\n");
  await repository.git("fsck", "--strict");
}, 120_000);
