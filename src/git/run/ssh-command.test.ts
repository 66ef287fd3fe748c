import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { branchCommit } from "../read/resolve-commit.ts";
import { mirror } from "../remote/mirror.ts";
import { initBareRepository } from "../write/build-folder.ts";
import { commitFolder } from "../write/commit-folder.ts";
import { isSafeSshPath, sshCommand } from "./ssh-command.ts";

function wordsOf(command: string): string[] {
  const print = `for word in ${command.slice("ssh ".length)}; do printf '%s\\0' "$word"; done`;
  return execFileSync("sh", ["-c", print]).toString().split("\0").slice(0, -1);
}

test("without settings the user's own keys and agent are used, and a new host is believed", () => {
  expect(wordsOf(sshCommand({}))).toEqual([
    "-o",
    "BatchMode=yes",
    "-o",
    "StrictHostKeyChecking=accept-new",
    "-o",
    "ConnectTimeout=20",
  ]);
});

test("a key file is the only key, a list of hosts the only hosts, and a shell reads both as they are", () => {
  const words = wordsOf(
    sshCommand({ keyFile: "/keys/a b; touch x", knownHostsFile: "/keys/`id` hosts" }),
  );
  expect(words).toEqual(
    expect.arrayContaining([
      "StrictHostKeyChecking=yes",
      "IdentitiesOnly=yes",
      'IdentityFile="/keys/a b; touch x"',
      'UserKnownHostsFile="/keys/`id` hosts"',
    ]),
  );
});

test("paths that ssh would read differently are refused", () => {
  expect(isSafeSshPath("/etc/docent/id ed25519")).toBe(true);
  for (const path of ["key", "~/key", "/a%h", "/$HOME/k", '/a"b', "/a'b", "/a\\b", "/a\nb"])
    expect(isSafeSshPath(path), path).toBe(false);
});

test("git reads a repository through the ssh program with these settings", async () => {
  const folder = await mkdtemp(join(tmpdir(), "docent-ssh-"));
  const path = process.env.PATH ?? "";
  onTestFinished(async () => {
    process.env.PATH = path;
    await rm(folder, { recursive: true, force: true });
  });
  const origin = join(folder, "origin.git");
  await initBareRepository(origin);
  const files = [{ path: "a.md", content: "one" }];
  const author = { name: "Ada", email: "ada@example.com" };
  const commit = await commitFolder(origin, { files, message: "x", author });
  await mkdir(join(folder, "bin"));
  const record = `printf '%s\\n' "$@" > '${folder}/arguments'`;
  const fake = `#!/bin/sh\n${record}\nexec git upload-pack '${origin}'\n`;
  await writeFile(join(folder, "bin/ssh"), fake);
  await chmod(join(folder, "bin/ssh"), 0o755);
  process.env.PATH = `${join(folder, "bin")}:${path}`;
  const ssh = { keyFile: "/keys/deploy key", knownHostsFile: "/keys/hosts" };
  await mirror("git@git.example:acme/docs.git", join(folder, "copy.git"), { ssh });
  expect(await branchCommit(join(folder, "copy.git"), "main")).toBe(commit);
  const words = (await readFile(join(folder, "arguments"), "utf8")).split("\n");
  expect(words).toEqual(
    expect.arrayContaining([
      "IdentitiesOnly=yes",
      'IdentityFile="/keys/deploy key"',
      'UserKnownHostsFile="/keys/hosts"',
      "git@git.example",
    ]),
  );
});

const hasSsh = spawnSync("ssh", ["-V"]).error === undefined;

test.skipIf(!hasSsh)("the real ssh takes the settings as they are meant", () => {
  const command = sshCommand({ keyFile: "/keys/deploy key", knownHostsFile: "/keys/known hosts" });
  const shown = execFileSync("sh", ["-c", `${command} -T -G git.example`]).toString();
  expect(shown).toContain("\nidentityfile /keys/deploy key\n");
  expect(shown).toMatch(/\nuserknownhostsfile "?\/keys\/known hosts"?\n/);
  expect(shown).toContain("\nidentitiesonly yes\n");
});
