import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isInWorkTree } from "./read/is-git-directory.ts";
import { listTree } from "./read/list-tree.ts";
import { readBlobs } from "./read/read-blobs.ts";
import { defaultBranch, headCommit } from "./read/resolve-commit.ts";
import { runGit } from "./run/git.ts";

const author = { name: "Ada", email: "ada@example.com" };
let folder: string;
let marks: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docent-hostile-"));
  marks = join(folder, "marks");
  await mkdir(marks);
  const tree = join(folder, "tree");
  await runGit(["init", "--quiet", "--", tree]);
  await writeFile(join(tree, ".gitattributes"), "*.md filter=evil diff=evil\n");
  await writeFile(join(tree, "page.md"), "# One\n");
  await runGit(["add", "."], { cwd: tree });
  await runGit(["commit", "--quiet", "-m", "first"], { cwd: tree, author });
  await plant(tree);
  await writeFile(join(tree, "page.md"), "# Two\n");
  return () => rm(folder, { recursive: true, force: true });
});

async function plant(tree: string): Promise<void> {
  const command = (mark: string) => `touch ${join(marks, mark)}; cat`;
  const settings = [
    `[core]\n fsmonitor = "${command("fsmonitor")}"\n sshCommand = "${command("ssh")}"`,
    `pager = "${command("pager")}"\n hooksPath = ${join(folder, "hooks")}`,
    `[diff]\n external = "${command("external")}"`,
    `[diff "evil"]\n textconv = "${command("textconv")}"\n command = "${command("driver")}"`,
    `[filter "evil"]\n clean = "${command("clean")}"\n smudge = "${command("smudge")}"`,
    `[log]\n showSignature = true\n[gpg]\n program = ${join(folder, "hooks/gpg")}`,
    `[uploadpack]\n packObjectsHook = "${command("pack")}"`,
    `[credential]\n helper = "!${command("credential")}"`,
  ];
  await appendFile(join(tree, ".git/config"), `${settings.join("\n")}\n`);
  await mkdir(join(folder, "hooks"));
  for (const hook of [
    "gpg",
    "post-index-change",
    "reference-transaction",
    "pre-commit",
    "post-checkout",
  ]) {
    await writeFile(
      join(folder, "hooks", hook),
      `#!/bin/sh\ntouch ${join(marks, `hook-${hook}`)}\n`,
    );
    await chmod(join(folder, "hooks", hook), 0o755);
  }
}

const fired = () => readdirSync(marks).sort();

test("commands planted in a repository's config do not run when its pages are read", async () => {
  const tree = join(folder, "tree");
  expect(await isInWorkTree(tree)).toBe(true);
  await runGit(["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: tree });
  const commit = (await headCommit(tree)) ?? "";
  await defaultBranch(join(tree, ".git"));
  const [page] = (await listTree(join(tree, ".git"), commit)).filter(
    ({ path }) => path === "page.md",
  );
  const blobs = await Array.fromAsync(readBlobs(join(tree, ".git"), [page?.blobId ?? ""]));
  expect(blobs[0]?.content.toString()).toBe("# One\n");
  expect(fired()).toEqual([]);
});

test("commands planted in a repository's config do not run when commits are compared or made", async () => {
  const cwd = join(folder, "tree");
  await runGit(["update-ref", "refs/heads/signed", await signedCommit(cwd)], { cwd });
  const { stdout } = await runGit(["log", "-p", "--format=%s", "signed"], { cwd });
  expect(stdout.toString()).toContain("+# One");
  await runGit(["show", "signed"], { cwd });
  expect(fired()).toEqual([]);
});

async function signedCommit(cwd: string): Promise<string> {
  const { stdout } = await runGit(["cat-file", "commit", "HEAD"], { cwd });
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n";
  const input = stdout.toString().replace("\n\n", `\n${signature}`);
  const made = await runGit(["hash-object", "-t", "commit", "-w", "--stdin"], { cwd, input });
  return made.stdout.toString().trim();
}

test("the planted commands would run under a plain git", () => {
  const plain = (...args: string[]) =>
    spawnSync("git", ["-c", "safe.directory=*", ...args], { cwd: join(folder, "tree") });
  plain("status");
  plain("log", "-p", "--ext-diff");
  plain("log", "-p");
  plain("update-ref", "refs/heads/x", "HEAD");
  const expected = ["clean", "external", "fsmonitor", "hook-reference-transaction", "textconv"];
  expect(fired()).toEqual(expect.arrayContaining(expected));
});

test("a missing object of a partial clone is not fetched", async () => {
  const tree = join(folder, "tree");
  const settings = [
    "[core]\n repositoryFormatVersion = 1\n[extensions]\n partialClone = evil",
    `[remote "evil"]\n promisor = true\n url = ${folder}\n uploadpack = "touch ${join(marks, "pack")}; false"`,
  ];
  await appendFile(join(tree, ".git/config"), `${settings.join("\n")}\n`);
  const blobs = Array.fromAsync(readBlobs(join(tree, ".git"), ["0123456789".repeat(4)]));
  await expect(blobs).rejects.toMatchObject({ code: "not_found" });
  expect(fired()).toEqual([]);
});
