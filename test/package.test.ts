import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { chmod, mkdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { buildExecutable } from "../scripts/release/executable/build-executable.ts";
import { makePackage } from "../scripts/release/make-package.ts";
import { packFolder } from "../scripts/release/pack.ts";
import { readEvents, textOf } from "./harness.ts";
import { makeRepository } from "./make-repository.ts";
import { makeTree } from "./make-tree.ts";
import { builtFiles } from "./serve-dashboard.ts";
import {
  askServer,
  collect,
  type Finished,
  root,
  type ServerProcess,
  untilListening,
} from "./server-process.ts";

const timeout = 300_000;
const mostPackedBytes = 15e6;
const question = "How do I revoke a key?";
const pages = {
  "docs/index.md": "# Keys\n\nTo revoke a key, run `acme keys revoke`. See [more](gone.md).\n",
  ".docent/questions.yml": "questions:\n  - question: How do I revoke a key?\n",
};
const laidOut = mkdtempSync(join(tmpdir(), "docent-package-"));

beforeAll(async () => {
  for (const name of ["dashboard", "reader", "widget"] as const) await builtFiles(name);
  await makePackage({ root, server: dirname(inject("programs").docent), folder: laidOut });
});

afterAll(() => rm(laidOut, { recursive: true, force: true }));

/** A command in a folder that holds nothing else of Docent, and what it finds in its environment. */
type Installed = { command: string; folder: string; env: Record<string, string> };

async function installPacked(packed: string, folder: string): Promise<Installed> {
  await mkdir(folder);
  const args = ["install", "--offline", "--omit=optional", "--no-audit", "--no-fund", packed];
  execFileSync("npm", args, { cwd: folder, stdio: "pipe" });
  // Where npm puts the optional dependency, which is 50 MB to fetch.
  await symlink(process.execPath, join(folder, "node_modules/.bin/node"));
  const folders = (process.env.PATH ?? "").split(delimiter);
  const PATH = folders.filter((one) => !one.includes("node_modules")).join(delimiter);
  return { command: join(folder, "node_modules/.bin/docent"), folder, env: { PATH, HOME: folder } };
}

async function placeExecutable(folder: string): Promise<Installed> {
  const command = join(folder, "docent");
  await buildExecutable({ folder: laidOut, file: command });
  await mkdir(join(folder, "bin"));
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  await symlink(git, join(folder, "bin/git"));
  return { command, folder, env: { PATH: join(folder, "bin"), HOME: join(folder, "home") } };
}

function start({ command, folder, env }: Installed, args: string[]) {
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return collect(child);
}

async function run(installed: Installed, ...args: string[]): Promise<Finished> {
  const running = start(installed, args);
  const ended = await running.ended;
  return { ...ended, stdout: running.stdout(), stderr: running.stderr() };
}

async function serve(installed: Installed): Promise<ServerProcess> {
  const server = await untilListening(start(installed, ["serve", "--port", "0"]));
  expect(server.stderr()).not.toContain("Building");
  const events = await readEvents(await askServer(server.url, server.keys.assistant, question));
  expect(textOf(events)).toContain("[1]");
  expect(events).toContainEqual(expect.objectContaining({ type: "source-url" }));
  for (const path of ["/dashboard", "/widget.js", "/docs/docent", "/openapi.json"])
    expect((await fetch(server.url + path)).status, path).toBe(200);
  return server;
}

async function checkDocs(installed: Installed): Promise<string> {
  const { folder } = await makeRepository(pages, { workTree: true });
  const repository = join(folder, "tree");
  const checked = await run(installed, "check", repository);
  expect(checked).toMatchObject({ code: 1, stderr: "" });
  expect(checked.stdout).toContain("gone.md");
  return repository;
}

test("the packed server runs in an empty folder: commands of a CI, answers, dashboard, chat, a job and a doctor", {
  timeout,
}, async () => {
  const { root: around } = await makeTree({});
  const packed = packFolder(laidOut, join(around, "packed"));
  expect(statSync(packed).size).toBeLessThan(mostPackedBytes);
  const installed = await installPacked(packed, join(around, "empty"));
  const home = join(installed.folder, "node_modules/@docent/docent");
  for (const file of ["LICENSE", "NOTICE", "dist/server/LICENCES.txt", "web/dist/licences.md"])
    expect(existsSync(join(home, file)), file).toBe(true);
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  expect(manifest).not.toHaveProperty("scripts");
  expect(manifest).not.toHaveProperty("dependencies");
  expect((await run(installed, "--version")).stdout).toBe(`docent ${manifest.version}\n`);
  const repository = await checkDocs(installed);
  expect(await run(installed, "gate", repository, "--base", "main")).toMatchObject({ code: 0 });
  const left = readdirSync(installed.folder).sort();
  expect(left).toEqual(["node_modules", "package-lock.json", "package.json"]);
  const server = await serve(installed);
  const instruction = 'Replace "data folder" with "data directory" everywhere.';
  expect(await run(installed, "job", "--domain", "docent", instruction)).toMatchObject({ code: 0 });
  expect(await run(installed, "doctor")).toMatchObject({ code: 0 });
  expect((await run(installed, "completion", "bash")).stdout).toContain("complete ");
  expect(await server.end()).toEqual({ code: 0, signal: null });
});

test("the single executable runs in an empty folder with git alone: serve, ask and check", {
  timeout,
}, async () => {
  const { root: folder } = await makeTree({});
  const installed = await placeExecutable(folder);
  await checkDocs(installed);
  const server = await serve(installed);
  const { stdout } = await run(installed, "ask", "--domain", "docent", question);
  expect(stdout).toContain("[1]");
  expect(await server.end()).toEqual({ code: 0, signal: null });
  expect(readdirSync(join(folder, "home/.cache/docent"))).toHaveLength(1);
  // Where nothing can be written, and where others could have put code.
  const open = join(folder, "open");
  await mkdir(open);
  await chmod(open, 0o777);
  for (const place of ["/dev/null", open]) {
    const env = { ...installed.env, HOME: "/dev/null", XDG_CACHE_HOME: place, TMPDIR: folder };
    const version = await run({ ...installed, env }, "--version");
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^docent \d/) });
  }
  expect(readdirSync(open)).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith("docent-"))).toEqual([]);
});
