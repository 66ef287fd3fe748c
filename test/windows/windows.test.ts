import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openCheckSource } from "../../src/cli/check/check-source.ts";
import { readGitAccess } from "../../src/config/read-git-access.ts";
import { runGit } from "../../src/git/run/git.ts";
import { readClientFiles } from "../../src/http/client-files.ts";
import { describeLocation } from "../../src/ingest/sources/open-source.ts";
import { slashed } from "../../src/lib/disk/slashed.ts";
import { createKeyRing } from "../../src/lib/key-ring.ts";
import { makeTree } from "../make-tree.ts";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "docent-windows-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("paths of the disk are pretended to be those of Windows", async () => {
  expect(await temporaryFolder()).toMatch(/^C:\\.+\\docent-windows-\w+$/);
  expect(slashed("docs\\guide\\a.md")).toBe("docs/guide/a.md");
});

test("a path with a drive is a folder and no address of git", async () => {
  const folder = await temporaryFolder();
  expect(await describeLocation(folder)).toEqual({ kind: "folder", location: folder });
  expect(await describeLocation(slashed(folder))).toMatchObject({ kind: "folder" });
});

test("files of ssh may be named with a drive and backslashes", () => {
  const { access, faults } = readGitAccess({ DOCENT_SSH_KEY_FILE: "C:\\keys\\id ed25519" });
  expect(faults).toEqual([]);
  expect(access.ssh.keyFile).toBe("C:/keys/id ed25519");
  expect(readGitAccess({ DOCENT_SSH_KEY_FILE: "keys\\id" }).faults).toHaveLength(1);
});

test("a key file opens although it has no mode that could keep others out", async () => {
  const file = join(await temporaryFolder(), "secret.key");
  await writeFile(file, `${Buffer.alloc(32, 1).toString("base64")}\n`, { mode: 0o666 });
  const ring = createKeyRing({ given: [], file });
  expect(await ring.keys()).toHaveLength(1);
  expect((await ring.renew(new Set())).id).toBe((await ring.keys())[0]?.id);
});

test("docs in a folder below the top are checked, named as people name them there", async () => {
  const { root: top } = await makeTree({
    "site/docs/index.md": "# Start\n",
    "README.md": "# Other\n",
  });
  await runGit(["init", "--quiet", "--", top]);
  const place = { ref: undefined, base: undefined };
  const found = await openCheckSource({
    ...place,
    path: join(top, "site", "docs"),
    docs: undefined,
  });
  expect(found.docsFolder).toBe("site/docs");
  const named = await openCheckSource({ ...place, path: top, docs: "site\\docs" });
  expect(named.docsFolder).toBe("site/docs");
});

test("built files are found under their addresses", async () => {
  const { root } = await makeTree({ "index.html": "<p>", "assets/a.js": "1" });
  expect([...(readClientFiles(root)?.keys() ?? [])].sort()).toEqual(["assets/a.js", "index.html"]);
});
