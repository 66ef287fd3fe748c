import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "./make-tree.ts";
import {
  answerOf,
  askServer,
  newDataFolder,
  runDocent,
  type ServerProcess,
  serveUntilEnd,
} from "./server-process.ts";

const timeout = 240_000;
const page = (port: number) =>
  `# Ports\n\nThe turbine controller listens on port ${port} by default.\n`;
const otherPages = Object.fromEntries(
  ["gears", "wheels", "belts", "axles"].map((part) => [
    `${part}.md`,
    `# About ${part}\n\nThe ${part} are greased every spring.\n`,
  ]),
);
const question = "Which port does the turbine controller listen on?";

function git(folder: string, ...args: string[]): void {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  execFileSync("git", ["-C", folder, ...identity, ...args], { stdio: "pipe" });
}

function inDocs(pages: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(pages).map(([path, text]) => [`docs/${path}`, text]));
}

/** A person's clone: one commit, an edit that is not committed, and a file git does not know. */
async function workTree(): Promise<string> {
  const { root } = await makeTree({
    "docs/ports.md": page(1111),
    "docs/gone.md": "# Gone\n\nThe zeppelin dock opens at noon.\n",
    "notes.txt": "mine\n",
    ...inDocs(otherPages),
  });
  git(root, "init", "--quiet", "--initial-branch=main");
  git(root, "add", ".");
  git(root, "commit", "--quiet", "--message=first");
  await writeFile(join(root, "docs/ports.md"), page(2222));
  await writeFile(join(root, "docs/new.md"), "# Brakes\n\nThe brake pads last nine years.\n");
  return root;
}

/** Every file, folder and link with its content and times, the repository's own included. */
function fingerprint(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    entries.map((path) => {
      const status = lstatSync(join(folder, path));
      const content = status.isFile() ? readFileSync(join(folder, path)) : "";
      const digest = createHash("sha256").update(content).digest("hex");
      return [path, `${status.mode} ${status.mtimeMs} ${status.size} ${digest}`];
    }),
  );
}

async function portSaidBy(
  server: ServerProcess,
  key: string | undefined,
  domain = "acme",
): Promise<string> {
  return answerOf(await askServer(server.url, key, question, { domain }));
}

test("a person's working tree is read with its edits, and nothing in it changes", {
  timeout,
}, async () => {
  const tree = await workTree();
  const before = fingerprint(tree);
  expect(Object.keys(before)).toContain(".git/index");
  const data = await newDataFolder();
  const args = ["--data", data, "--docs", tree, "--domain", "acme"];
  const server = await serveUntilEnd(args);
  const { assistant } = server.keys;
  expect(await portSaidBy(server, assistant)).toContain("2222");
  const brakes = await askServer(server.url, assistant, "How long do the brake pads last?", {
    domain: "acme",
  });
  expect(await answerOf(brakes)).toContain("nine years");
  expect((await fetch(`${server.url}/docs/acme/docs/ports`)).status).toBe(401);
  await runDocent(["sync", "--data", data, "--domain", "acme"]);
  await server.end();
  expect(fingerprint(tree)).toEqual(before);
});

test("a bare repository is read at the branch and in the folder that are named", {
  timeout,
}, async () => {
  const tree = await workTree();
  git(tree, "checkout", "--quiet", "-b", "next");
  git(tree, "commit", "--quiet", "--all", "--message=second");
  const { root } = await makeTree({});
  const bare = join(root, "docs.git");
  execFileSync("git", ["clone", "--quiet", "--bare", tree, bare], { stdio: "pipe" });
  git(bare, "symbolic-ref", "HEAD", "refs/heads/main");

  const data = await newDataFolder();
  const args = ["--data", data, "--domain", "acme", "--docs", bare, "--subfolder", "docs"];
  const first = await serveUntilEnd([...args, "--branch", "next"]);
  const { assistant } = first.keys;
  expect(await portSaidBy(first, assistant)).toContain("2222");
  await first.end();

  const onMain = await serveUntilEnd(args);
  expect(onMain.stderr()).toContain("1 changed");
  expect(await portSaidBy(onMain, assistant)).toContain("1111");
  await onMain.end();

  const branchAlone = await serveUntilEnd(["--data", data, "--domain", "acme", "--branch", "next"]);
  expect(await portSaidBy(branchAlone, assistant)).toContain("2222");
  await branchAlone.end();

  const listed = await runDocent(["projects", "list", "--data", data]);
  expect(listed.stdout).toContain(`${bare} next docs`);
  const wrong = await runDocent(["serve", "--port", "0", ...args, "--branch", "a..b"]);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toMatch(/^docent: "a\.\.b" is not a branch name git accepts\.\n$/);
});

test("docs that take the demo's place are private, and the demo's pages are gone", {
  timeout,
}, async () => {
  const data = await newDataFolder();
  const demo = await serveUntilEnd(["--data", data]);
  const { assistant } = demo.keys;
  expect((await fetch(`${demo.url}/docs/docent/quickstart`)).status).toBe(200);
  await demo.end();

  const { root } = await makeTree({ ...otherPages, "ports.md": page(3333) });
  const server = await serveUntilEnd(["--data", data, "--docs", root]);
  expect(server.stdout()).not.toContain("svc_");
  expect(await portSaidBy(server, assistant, "docent")).toContain("3333");
  for (const path of ["quickstart", "ports"])
    expect((await fetch(`${server.url}/docs/docent/${path}`)).status).toBe(401);
  await server.end();

  await runDocent(["projects", "update", "--data", data, "--domain", "docent", "--public"]);
  const later = await serveUntilEnd(["--data", data, "--docs", root]);
  expect((await fetch(`${later.url}/docs/docent/ports`)).status).toBe(200);
});

test("docs out of reach at a later start leave the last revision serving", {
  timeout,
}, async () => {
  const { root } = await makeTree(inDocs({ ...otherPages, "ports.md": page(4444) }));
  const data = await newDataFolder();
  const args = ["--data", data, "--domain", "acme"];
  const first = await serveUntilEnd([...args, "--docs", join(root, "docs")]);
  const { assistant } = first.keys;
  await first.end();

  await rename(join(root, "docs"), join(root, "elsewhere"));
  for (const docs of [["--docs", join(root, "docs")], []]) {
    const server = await serveUntilEnd([...args, ...docs]);
    expect(server.stderr()).toContain("the last revision keeps serving");
    expect(await portSaidBy(server, assistant)).toContain("4444");
    await server.end();
  }
  const typo = await runDocent(["serve", "--port", "0", ...args, "--docs", join(root, "dosc")]);
  expect(typo).toMatchObject({ code: 2, stdout: "" });
  expect(typo.stderr).toMatch(/^docent: --docs: There is no folder [^\n]+\n$/);
});

test("a first start without readable docs fails in one sentence, and the corrected one works", {
  timeout,
}, async () => {
  const { root } = await makeTree({ ...otherPages, "ports.md": page(5555) });
  git(root, "init", "--quiet", "--initial-branch=main");
  git(root, "add", ".");
  git(root, "commit", "--quiet", "--message=first");
  const data = await newDataFolder();
  const args = ["--data", data, "--domain", "acme", "--docs", root];
  const failed = await runDocent(["serve", "--port", "0", ...args, "--branch", "missing"]);
  expect(failed).toMatchObject({ code: 1, stdout: "" });
  expect(failed.stderr).toMatch(/^docent: [^\n]+\n$/);
  const server = await serveUntilEnd(args);
  expect(await portSaidBy(server, server.keys.assistant)).toContain("5555");
});
