import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { runGit } from "../../git/run/git.ts";
import { initBareRepository } from "../../git/write/build-folder.ts";
import { describeLocation, openSource } from "./open-source.ts";

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "docent-open-")));
  return () => rm(folder, { recursive: true, force: true });
});

test("a git address stays as it was given", async () => {
  for (const location of [
    "https://example.com/docs.git",
    "git@example.com:docs.git",
    "ssh://git@example.com/docs",
  ]) {
    expect(await describeLocation(location)).toEqual({ kind: "git", location });
  }
});

test("a bare repository is git, a folder and a work tree are folders, and paths lose their links", async () => {
  await initBareRepository(join(folder, "bare.git"));
  await runGit(["init", "--quiet", "--", join(folder, "tree")]);
  await mkdir(join(folder, "plain"));
  await symlink("plain", join(folder, "link"));
  const kindOf = async (name: string) => describeLocation(join(folder, name));
  expect(await kindOf("bare.git")).toEqual({ kind: "git", location: join(folder, "bare.git") });
  expect(await kindOf("tree")).toEqual({ kind: "folder", location: join(folder, "tree") });
  expect(await kindOf("link")).toEqual({ kind: "folder", location: join(folder, "plain") });
  const url = pathToFileURL(join(folder, "bare.git")).href;
  expect(await describeLocation(url)).toEqual({ kind: "git", location: join(folder, "bare.git") });
});

test("what cannot be docs is refused with a sentence that says what to do", async () => {
  await writeFile(join(folder, "a.md"), "x");
  await expect(describeLocation(join(folder, "nothing"))).rejects.toThrow(
    /There is no folder .*nothing": give a folder/,
  );
  await expect(describeLocation(join(folder, "a.md"))).rejects.toThrow(/give the folder/);
  await expect(describeLocation("https://u:hunter2@example.com/x")).rejects.toThrow(
    /use ssh or a mirror/,
  );
});

test("a described folder opens as a source", async () => {
  await writeFile(join(folder, "a.md"), "x");
  const { kind, location } = await describeLocation(folder);
  const source = openSource(kind, { location, mirrorFolder: join(folder, "mirrors") });
  expect((await source.snapshot()).files.map(({ path }) => path)).toEqual(["a.md"]);
});
