import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { serveGit } from "./git-http-server.ts";
import { makeRepository } from "./make-repository.ts";
import { makeTree } from "./make-tree.ts";
import { runHere } from "./run-here.ts";
import { newDataFolder, runDocent, type Settings } from "./server-process.ts";

const token = "tok_hunter2hunter2hunter2";

test("a stored token opens a repository, wins over the setting, and is kept sealed", {
  timeout: 240_000,
}, async () => {
  const data = await newDataFolder();
  const docent = (args: string[], settings: Settings = {}) =>
    runDocent([...args, "--data", data], settings);
  const here = (...args: string[]) => runHere([...args, "--data", data]);
  const { root } = await makeTree({ "a.md": "# A\n", "token.txt": `${token}\n` });
  await here("projects", "add", "--domain", "acme", "--docs", root);
  const { path } = await makeRepository({ "private.md": "# Private\n" });
  const { url } = await serveGit(dirname(path), { username: "x-access-token", token });
  const location = `${url}/${path.slice(dirname(path).length + 1)}`;
  const args = ["--domain", "acme", "--docs", location, "--mount", "private", "--token", "acme"];
  const file = join(root, "token.txt");
  const set = await docent(["secrets", "set", "--name", "acme", "--file", file]);
  expect(set).toMatchObject({ code: 0, stdout: "" });
  const added = await docent(["sources", "add", ...args], { DOCENT_GIT_TOKEN_ACME: "wrong" });
  expect(added).toMatchObject({ code: 0 });
  const rotated = await docent(["secrets", "rotate"]);
  expect(rotated.stdout).toMatch(/^1 sealed anew with the key [0-9a-f]{8}\.\n$/);
  const synced = await docent(["sync", "--domain", "acme"]);
  expect(synced).toMatchObject({ code: 0 });
  const listed = await docent(["secrets", "list"]);
  expect(listed.stdout).toMatch(/^ACME +token +…ter2 +operator +\S+ \S+ +ok$/m);
  expect(statSync(join(data, "secret.key")).mode & 0o777).toBe(0o600);
  const besideTheFile = await runHere(["sync", "--domain", "acme"], {
    DOCENT_DATA: data,
    DOCENT_SECRET_KEY: "ab".repeat(32),
  });
  expect(besideTheFile).toMatchObject({ code: 0 });
  writeFileSync(file, "with a space");
  const refused = await here("secrets", "set", "--name", "acme", "--file", file);
  expect(refused).toMatchObject({ code: 2, stderr: expect.not.stringContaining("a space") });
  expect(await here("secrets", "set", "--file", file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("either --source ID or --name NAME"),
  });
  const well = await docent(["doctor"]);
  expect(well).toMatchObject({ code: 0 });
  const id = added.stdout.trim();
  expect(well.stdout).toMatch(new RegExp(`^✓ ok +source +${id}: Git reads the source\\.$`, "m"));
  expect(await here("secrets", "remove", "--name", "acme")).toMatchObject({ code: 0 });
  const acts = new DatabaseSync(join(data, "docent.db"), { readOnly: true })
    .prepare("select actor_kind, action, domain, target from acts order by at, id")
    .all()
    .map((row) => Object.values(row).join(" | "));
  expect(acts).toEqual([
    "operator | Add a project | acme | acme",
    "operator | Store a token or app |  | ACME",
    `operator | Add a source | acme | ${id}`,
    expect.stringMatching(/^operator \| Seal the stored secrets anew \| {2}\| [0-9a-f]{8}$/),
    "operator | Remove a token or app |  | ACME",
  ]);
  const missing = await docent(["doctor"]);
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.stdout).toMatch(
    new RegExp(`^✗ FAIL +source +${id}: The token of this source is missing: store it`, "m"),
  );
  for (const { stdout, stderr } of [set, added, rotated, synced, listed, well, missing])
    expect(stdout + stderr).not.toContain("hunter2");
  for (const name of ["docent.db", "secret.key"])
    expect(readFileSync(join(data, name), "latin1")).not.toContain("hunter2");
});
