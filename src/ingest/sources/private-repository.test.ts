import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { serveGit } from "../../../test/git-http-server.ts";
import { accessTo, fixedAccess } from "../../git/run/git-access.ts";
import { initBareRepository } from "../../git/write/build-folder.ts";
import { commitFolder } from "../../git/write/commit-folder.ts";
import { gitSource } from "./git-repo.ts";
import type { CheckedSource } from "./source.ts";

const author = { name: "Ada", email: "ada@example.com" };
const token = "tok_hunter2hunter2";
let folder: string;
let commit: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docent-private-"));
  await initBareRepository(join(folder, "docs.git"));
  commit = await publish("one");
  return () => rm(folder, { recursive: true, force: true });
});

const publish = (content: string) =>
  commitFolder(join(folder, "docs.git"), {
    files: [{ path: "a.md", content }],
    message: content,
    author,
  });

async function sourceAt(url: string, given: [string, { token: string; username?: string }][] = []) {
  const location = `${url}/docs.git`;
  const logins = given.map(([name, login]) => [name, { username: undefined, ...login }] as const);
  const access = fixedAccess({ logins: new Map(logins), ssh: {} });
  return gitSource({
    location,
    mirrorFolder: join(folder, "mirrors"),
    access: await accessTo(location, "", access),
  });
}

async function failureOf(source: CheckedSource, what: "snapshot" | "version") {
  const error = await source[what]().then(
    () => undefined,
    (thrown) => thrown,
  );
  const told = [error?.message, String(error?.cause), String(error?.cause?.cause), error?.stack];
  expect(told.join("\n")).not.toContain("hunter2");
  return error;
}

test("a private repository is read and asked for its version with the right token", async () => {
  const { url } = await serveGit(folder, { username: "x-access-token", token });
  const source = await sourceAt(url, [["", { token }]]);
  expect(await source.version()).toBe(commit);
  const snapshot = await source.snapshot();
  expect(snapshot.commit).toBe(commit);
  const [page] = await Array.fromAsync(snapshot.read(snapshot.files));
  expect(page?.content.toString()).toBe("one");
  const next = await publish("two");
  expect(await source.version()).toBe(next);
  expect((await source.snapshot()).commit).toBe(next);
});

test("a host that wants a user name gets it", async () => {
  const { url } = await serveGit(folder, { username: "oauth2", token });
  const source = await sourceAt(url, [["", { token, username: "oauth2" }]]);
  expect(await source.version()).toBe(commit);
});

test("a missing and a wrong token, and a repository that is not there, say what to set", async () => {
  const { url } = await serveGit(folder, { username: "x-access-token", token });
  for (const what of ["version", "snapshot"] as const) {
    expect(await failureOf(await sourceAt(url), what)).toMatchObject({
      code: "forbidden",
      message: expect.stringMatching(/is private or does not exist.* set DOCENT_GIT_TOKEN /),
    });
    const wrong = await sourceAt(url, [["", { token: `${token}-wrong` }]]);
    expect(await failureOf(wrong, what)).toMatchObject({
      code: "forbidden",
      message: expect.stringMatching(/refused the token in DOCENT_GIT_TOKEN.*DOCENT_GIT_USERNAME/),
    });
    const missing = await sourceAt(`${url}/nothing`, [["", { token }]]);
    expect(await failureOf(missing, what)).toMatchObject({
      code: "not_found",
      message: expect.stringContaining("DOCENT_GIT_TOKEN"),
    });
  }
});

test("the token shows in no argument of any process and in no stored file", async () => {
  const login = btoa(`x-access-token:${token}`);
  let isSeen = false;
  const look = setInterval(() => {
    isSeen ||= argumentsOf().some((text) => text.includes(token) || text.includes(login));
  }, 1);
  onTestFinished(() => clearInterval(look));
  const { url, seen } = await serveGit(folder, { username: "x-access-token", token });
  await (await sourceAt(url, [["", { token }]])).snapshot();
  expect(seen).toContain(`Basic ${login}`);
  expect(isSeen).toBe(false);
  const stored = readdirSync(join(folder, "mirrors"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
  expect(stored.filter((text) => text.includes(token) || text.includes(login))).toEqual([]);
});

test("a redirect to another host does not carry the token, and the reason says so", async () => {
  const thief = await serveGit(folder);
  const host = createServer((request, response) => {
    response.writeHead(301, { location: `${thief.url}${request.url}` }).end();
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void host.close());
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  expect(await failureOf(await sourceAt(url, [["", { token }]]), "version")).toMatchObject({
    message: expect.stringContaining("at another address"),
  });
  expect(thief.seen).toEqual([]);
});

test("a token goes to https addresses alone, and to none when the source asks for none", async () => {
  const access = fixedAccess({ logins: new Map([["", { token, username: undefined }]]), ssh: {} });
  expect((await accessTo("https://git.example/x.git", "", access)).credentials).toMatchObject({
    token,
  });
  expect((await accessTo("git@git.example:x.git", "", access)).credentials).toBeUndefined();
  expect((await accessTo("/srv/x.git", "", access)).credentials).toBeUndefined();
  expect((await accessTo("https://git.example/x.git", "NONE", access)).credentials).toBeUndefined();
  expect(
    (await accessTo("https://git.example/x.git", "OTHER", access)).credentials,
  ).toBeUndefined();
});

function argumentsOf(): string[] {
  if (!existsSync("/proc/self/cmdline")) return [];
  return readdirSync("/proc").flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, "utf8")] : [];
    } catch {
      return [];
    }
  });
}
