import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTree } from "./make-tree.ts";
import { type RanHere, runHere } from "./run-here.ts";
import {
  answerOf,
  askServer,
  type Finished,
  newDataFolder,
  runDocent,
  type ServerProcess,
  startServer,
} from "./server-process.ts";

const pages: Record<string, string> = {
  "brakes.md": "# Brakes\n\nThe brake pads last nine years.\n",
  "doors.md": "# Doors\n\nThe zeppelin hangar doors open at noon.\n",
  "gears.md": "# Gears\n\nThe gears are greased every spring.\n",
  "ports.md":
    "# Ports\n\nThe turbine controller listens on port 1111.\n\n## Change the port\n\nSet `TURBINE_PORT` to change the port of the turbine controller.\n",
  "wheels.md": "# Wheels\n\nThe wheels are made of oak.\n",
};
const portQuestion = "Which port does the turbine controller listen on?";
const oneSentence = /^docent: [^\n]+\n$/;
/** 2: what was typed is wrong. 1: it could not be done. */
const refusal = (code: 1 | 2) => ({
  ...{ code, stdout: "", stderr: expect.stringMatching(oneSentence) },
});

let folder = "";
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docent-cli-"));
  // What a command reports must not depend on whether the server was quicker.
  const settings = { DOCENT_WATCH: "off", DOCENT_POLL_SECONDS: "0" };
  server = await startServer(["--data", join(folder, "data")], settings);
});

afterAll(async () => {
  await server?.end("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** A command beside the running server, on its data folder. */
function docent(...args: string[]): Promise<RanHere> {
  return runHere([...args, "--data", join(folder, "data")]);
}

/** The same in a process of its own. */
function startedDocent(...args: string[]): Promise<Finished> {
  return runDocent([...args, "--data", join(folder, "data")]);
}

async function addProject(domain: string, ...flags: string[]): Promise<string> {
  const { root } = await makeTree(pages);
  const added = await docent("projects", "add", "--domain", domain, "--docs", root, ...flags);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^prj_\w+\n$/) });
  return root;
}

async function createKey(domain: string, ...flags: string[]): Promise<{ key: string; id: string }> {
  const made = await docent("keys", "create", "--domain", domain, "--kind", "assistant", ...flags);
  expect(made.code).toBe(0);
  return { key: made.stdout.trimEnd(), id: /key_\w+/.exec(made.stderr)?.[0] ?? "" };
}

test("a new key stands alone on standard output and works at once; a revoked one stops at once", async () => {
  const made = await startedDocent("keys", "create", "--domain", "docent", "--kind", "assistant");
  expect(made.stdout).toMatch(/^svc_dsc_[0-9a-f]{64}\n$/);
  const key = made.stdout.trimEnd();
  const id = /key_\w+/.exec(made.stderr)?.[0] ?? "";
  const status = async () => (await askServer(server.url, key, "What is a thread?")).status;
  expect(await status()).toBe(200);

  const listed = await docent("keys", "list", "--domain", "docent");
  expect(listed.stdout).toMatch(
    new RegExp(`^${id} +docent +assistant +…${key.slice(-4)} +active`, "m"),
  );
  expect(listed.stdout + listed.stderr).not.toContain("svc_");

  const revoked = await startedDocent("keys", "revoke", id);
  expect(revoked).toMatchObject({ code: 0, stdout: "", stderr: `Key ${id} is revoked.\n` });
  expect(await status()).toBe(401);
  expect((await docent("keys", "list")).stdout).toMatch(new RegExp(`^${id} .* revoked `, "m"));
  const unknown = await startedDocent("keys", "revoke", "key_nobody");
  expect(unknown).toMatchObject(refusal(1));
});

test("a key can end by itself and be kept to some sites", async () => {
  const { key, id } = await createKey(
    "docent",
    "--expires",
    "90d",
    "--label",
    "site",
    "--origin",
    "HTTPS://Docs.Example.com/",
    "--origin",
    "http://localhost:3000",
  );
  const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  const { stdout } = await docent("keys", "list");
  expect(stdout).toMatch(
    new RegExp(
      `^${id} .* ${day} +never +no +https://docs.example.com http://localhost:3000 +site$`,
      "m",
    ),
  );
  const ask = (origin: string) =>
    fetch(`${server.url}/discovery/v2/assistant/docent/message`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", origin },
      body: JSON.stringify({ messages: [{ role: "user", content: "What is a thread?" }] }),
    });
  expect((await ask("https://docs.example.com")).status).toBe(200);
  expect((await ask("https://evil.example")).status).toBe(403);
});

test("keys that cannot be made are refused with the reason, and none is made", async () => {
  const before = (await docent("keys", "list")).stdout;
  const wrong: [string[], string, 1 | 2][] = [
    [["--expires", "tomorrow"], "--expires takes a number and a unit", 2],
    [["--origin", "https://docs.example.com/path"], "is not an origin", 2],
    [["--origin", "*"], "is not an origin", 2],
    [["--kind", "root"], "--kind takes assistant or admin", 2],
    [["--domain", "nowhere"], "There is no project with the domain nowhere", 1],
  ];
  const create = ["keys", "create", "--domain", "docent", "--kind", "assistant"];
  for (const [flags, reason, code] of wrong) {
    const refused = await docent(...create, ...flags);
    expect(refused).toMatchObject(refusal(code));
    expect(refused.stderr).toContain(reason);
  }
  expect((await docent("keys", "list")).stdout.split("\n")).toHaveLength(before.split("\n").length);
});

test("projects are added, listed, changed and removed beside the running server", async () => {
  const root = await addProject("acme", "--base-url", "https://docs.acme.example/");
  const { key } = await createKey("acme");
  const asked = await askServer(server.url, key, portQuestion, { domain: "acme" });
  const stream = await asked.text();
  expect(stream).toContain("https://docs.acme.example/ports");

  const listed = await docent("projects", "list");
  expect(listed.stdout).toMatch(
    new RegExp(`^acme +prj_\\w+ +private +\\S+ \\S+ +https://docs.acme.example +${root}$`, "m"),
  );
  expect((await fetch(`${server.url}/docs/acme/ports`)).status).toBe(401);
  expect((await docent("projects", "update", "--domain", "acme", "--public")).code).toBe(0);
  expect((await fetch(`${server.url}/docs/acme/ports`)).status).toBe(200);

  const again = await docent("projects", "add", "--domain", "acme", "--docs", root);
  expect(again).toMatchObject(refusal(1));
  const unsure = await docent("projects", "remove", "--domain", "acme");
  expect(unsure).toMatchObject(refusal(2));
  expect((await docent("projects", "remove", "--domain", "acme", "--yes")).code).toBe(0);
  expect((await askServer(server.url, key, portQuestion, { domain: "acme" })).status).toBe(401);
  expect((await fetch(`${server.url}/docs/acme/ports`)).status).toBe(401);
  expect(existsSync(join(root, "ports.md"))).toBe(true);
});

test("a project whose docs cannot be read is not added, so the corrected command works", async () => {
  const gone = "https://127.0.0.1:1/docs.git";
  const failed = await docent("projects", "add", "--domain", "late", "--docs", gone);
  expect(failed).toMatchObject(refusal(1));
  await addProject("late");
});

test("sync lists what changed, and the running server answers from it at once", async () => {
  const root = await addProject("turbine");
  const { key } = await createKey("turbine");
  const answer = async (text: string) =>
    answerOf(await askServer(server.url, key, text, { domain: "turbine" }));
  expect(await answer(portQuestion)).toContain("1111");
  expect(await answer("When do the zeppelin hangar doors open?")).toContain("noon");

  await writeFile(join(root, "ports.md"), (pages["ports.md"] ?? "").replace("1111", "2222"));
  await writeFile(join(root, "sails.md"), "# Sails\n\nThe sails are sewn in Lisbon.\n");
  await rm(join(root, "doors.md"));
  const synced = await docent("sync", "--domain", "turbine");
  expect(synced).toMatchObject({ code: 0, stdout: "+ sails.md\n~ ports.md\n- doors.md\n" });
  expect(synced.stderr).toContain("5 pages: 1 added, 1 changed, 1 removed");

  expect(await answer(portQuestion)).toMatch(/^(?!.*1111).*2222/s);
  expect(await answer("Where are the sails sewn?")).toContain("Lisbon");
  expect(await answer("When do the zeppelin hangar doors open?")).not.toContain("noon");
  const again = await docent("sync", "--domain", "turbine");
  expect(again).toMatchObject({ code: 0, stdout: "" });
  expect(again.stderr).toContain("5 pages, nothing changed");
});

test("ask shows the answer with its sources and goes on with a thread", async () => {
  await addProject("engine");
  const asked = await docent("ask", "--domain", "engine", portQuestion);
  expect(asked.code).toBe(0);
  expect(asked.stdout).toContain("port 1111");
  expect(asked.stdout).toMatch(
    /\nSources:\n {2}\[1\] ports\.md:3\b.*\n {6}http:\S+\/docs\/engine\/ports/,
  );
  expect(asked.stdout).toContain(`${server.url}/docs/engine/ports`);
  const thread = /^Thread (thr_\w+):/m.exec(asked.stderr)?.[1] ?? "";
  const followed = await docent(
    "ask",
    "--domain",
    "engine",
    "--thread",
    thread,
    "And how do I change it?",
  );
  expect(followed.stdout).toContain("TURBINE_PORT");
  expect(followed.stderr).toContain(thread);
  for (const wrong of ["thr_nobody", "x".repeat(500)]) {
    const refused = await docent("ask", "--domain", "engine", "--thread", wrong, "Hello?");
    expect(refused).toMatchObject(refusal(1));
  }
  const unnamed = await docent("ask", portQuestion);
  expect(unnamed).toMatchObject(refusal(2));
  expect(unnamed.stderr).toMatch(/--domain: .*\bengine\b/);
  const long = await docent("ask", "--domain", "engine", "why ".repeat(2_001));
  expect(long.stderr).toContain("at most 8,000 are taken");
  expect(long).toMatchObject(refusal(2));
});

test("escape sequences in the docs do not reach the terminal", async () => {
  const { root } = await makeTree({
    ...pages,
    "evil.md": "# Evil\n\nThe kraken \x1b]0;owned\x07 sleeps in the \x1b[2J abyss.\n",
  });
  await docent("projects", "add", "--domain", "evil", "--docs", root);
  const { stdout } = await startedDocent("ask", "--domain", "evil", "Where does the kraken sleep?");
  expect(stdout).toContain("kraken");
  expect(stdout).not.toContain("\x1b");
});

test("doctor finds everything well beside a server, and exits with 1 when something is not", async () => {
  const well = await docent("doctor");
  expect(well).toMatchObject({ code: 0, stderr: "" });
  expect(well.stdout).not.toContain("FAIL");
  expect(well.stdout).toMatch(
    /^✓ ok {4}server +running \(process \d+\); all this is its own view$/m,
  );

  const { root } = await makeTree({
    "docent.db": "this is no database, whatever its name says\n".repeat(50),
  });
  const damaged = await runDocent(["doctor", "--data", root]);
  expect(damaged.code).toBe(1);
  expect(damaged.stdout).toMatch(/^✗ FAIL {2}store .*not a database.*check that the file/m);
  const listed = await runHere(["keys", "list", "--data", root]);
  expect(listed).toMatchObject(refusal(1));

  const settings = { DATABASE_URL: "postgres://docent:hunter2@127.0.0.1:1/docent" };
  const unreachable = await runHere(["doctor", "--data", root], settings);
  expect(unreachable.code).toBe(1);
  expect(unreachable.stdout).toMatch(/^✗ FAIL {2}store .*127\.0\.0\.1:1.*ECONNREFUSED/m);
  const refused = await runHere(["projects", "list"], settings);
  expect(refused).toMatchObject(refusal(1));
  expect(unreachable.stdout + refused.stderr).not.toContain("hunter2");
});

test("a command that only looks or changes makes no data folder where there is none", async () => {
  const data = await newDataFolder();
  for (const command of [
    "keys list",
    "projects list",
    "sync --domain docent",
    "ask --domain docent What?",
  ]) {
    const refused = await runHere([...command.split(" "), "--data", data]);
    expect(refused).toMatchObject(refusal(1));
    expect(refused.stderr).toContain(`There is no Docent data in ${data}`);
  }
  expect(existsSync(data)).toBe(false);
});

test("doctor looks without making anything, migrate makes the store", async () => {
  const data = await newDataFolder();
  const looked = await runHere(["doctor", "--data", data]);
  expect(looked.code).toBe(0);
  expect(existsSync(data)).toBe(false);
  expect((await runHere(["migrate", "--data", data])).code).toBe(0);
  expect(existsSync(join(data, "docent.db"))).toBe(true);
});
