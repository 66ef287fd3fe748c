import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { requireRoomForBranch } from "../read/branch-name.ts";
import { branchCommit, defaultBranch, resolveCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { initBareRepository } from "../write/build-folder.ts";
import { commitFolder } from "../write/commit-folder.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { mirror } from "./mirror.ts";

const author = { name: "Ada", email: "ada@example.com" };
const token = "tok_hunter2hunter2";
let folder: string;
let origin: string;
let copy: string;
let url: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docent-mirror-"));
  origin = join(folder, "origin.git");
  copy = join(folder, "mirrors", "copy.git");
  url = pathToFileURL(origin).href;
  await initBareRepository(origin);
  await publish("one");
  return () => rm(folder, { recursive: true, force: true });
});

const publish = (content: string) =>
  commitFolder(origin, { files: [{ path: "index.md", content }], message: content, author });
const git = (...args: string[]) => runGit(args, { gitDirectory: origin });

test("the first call copies the remote, later ones bring what changed", async () => {
  await mirror(url, copy);
  expect(await branchCommit(copy, "main")).toBe(await branchCommit(origin, "main"));
  const second = await publish("two");
  await mirror(url, copy);
  expect(await branchCommit(copy, "main")).toBe(second);
  expect(await readdir(join(folder, "mirrors"))).toEqual(["copy.git"]);
});

test("rewritten, renamed and removed branches and a new default are followed", async () => {
  const first = await branchCommit(origin, "main");
  const second = await publish("two");
  await git("update-ref", "refs/heads/topic", first);
  await mirror(url, copy, { branches: ["topic"] });
  expect(await branchCommit(copy, "topic")).toBe(first);
  await git("update-ref", "-d", "refs/heads/topic");
  await git("update-ref", "refs/heads/topic/deeper", second);
  await git("update-ref", "refs/heads/trunk", first);
  await git("symbolic-ref", "HEAD", "refs/heads/trunk");
  await git("update-ref", "refs/heads/main", first);
  await mirror(url, copy, { branches: ["topic/deeper"] });
  expect(await resolveCommit(copy, "refs/heads/topic")).toBeUndefined();
  expect(await branchCommit(copy, "topic/deeper")).toBe(second);
  expect(await branchCommit(copy, "main")).toBe(first);
  expect(await defaultBranch(copy)).toBe("trunk");
});

test("only the default branch and those asked for are copied, and those are followed from then on", async () => {
  const first = await branchCommit(origin, "main");
  for (const name of ["a", "b", "deep/c"]) await git("update-ref", `refs/heads/${name}`, first);
  const heads = async () => {
    const args = ["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/"];
    return (await runGit(args, { gitDirectory: copy })).stdout.toString().trim().split("\n");
  };
  await mirror(url, copy);
  expect(await heads()).toEqual(["main"]);
  await mirror(url, copy, { branches: ["deep/c", "never-there", "-x"], maxAgeMs: 60_000 });
  expect(await heads()).toEqual(["deep/c", "main"]);
  const second = await publish("two");
  await git("update-ref", "refs/heads/deep/c", second);
  await mirror(url, copy);
  expect(await branchCommit(copy, "deep/c")).toBe(second);
  await expect(requireRoomForBranch(copy, "deep")).rejects.toMatchObject({ code: "conflict" });
  await expect(requireRoomForBranch(copy, "a/b")).rejects.toMatchObject({ code: "conflict" });
  await git("update-ref", "-d", "refs/heads/a");
  await mirror(url, copy);
  await requireRoomForBranch(copy, "a/b");
});

test("a remote that names no default branch is copied by the usual names", async () => {
  await git("symbolic-ref", "HEAD", "refs/heads/nowhere");
  await mirror(url, copy);
  expect(await defaultBranch(copy)).toBe("main");
});

test("a copy that lost objects is made anew", async () => {
  await mirror(url, copy);
  await rm(join(copy, "objects"), { recursive: true });
  await mkdir(join(copy, "objects"));
  await publish("two");
  await mirror(url, copy);
  expect(await branchCommit(copy, "main")).toBe(await branchCommit(origin, "main"));
});

test("a remote that fails leaves the copy as it was, and no copy where there was none", async () => {
  await expect(mirror(`${url}-gone`, copy)).rejects.toMatchObject({ code: "not_found" });
  expect(await readdir(join(folder, "mirrors"))).toEqual([]);
  await mirror(url, copy);
  await expect(mirror(`${url}-gone`, copy)).rejects.toMatchObject({ code: "not_found" });
  expect(await branchCommit(copy, "main")).toBe(await branchCommit(origin, "main"));
});

test("an empty remote is copied as an empty repository", async () => {
  await initBareRepository(join(folder, "empty.git"));
  await mirror(pathToFileURL(join(folder, "empty.git")).href, copy);
  await expect(defaultBranch(copy)).rejects.toThrow("no commits yet");
});

type Answer = { status: number; headers?: Record<string, string>; body?: Buffer };

async function serve(answer: (request: IncomingMessage) => Answer): Promise<string> {
  const server: Server = createServer((request, response) => {
    const { status, headers, body } = answer(request);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function fileOf(request: IncomingMessage): Answer {
  const path = join(folder, new URL(request.url ?? "/", "http://x").pathname);
  if (!existsSync(path) || !statSync(path).isFile()) return { status: 404 };
  return { status: 200, body: readFileSync(path) };
}

function someArgumentHolds(text: string): boolean {
  if (!existsSync("/proc/self/cmdline")) return false;
  return readdirSync("/proc").some((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(text);
    } catch {
      return false;
    }
  });
}

test("a token reaches its host in a header and shows in no argument and no stored file", async () => {
  await git("update-server-info");
  const login = Buffer.from(`x-access-token:${token}`).toString("base64");
  let seenInArguments = false;
  const host = await serve((request) => {
    seenInArguments ||= someArgumentHolds(token) || someArgumentHolds(login);
    if (request.headers.authorization !== `Basic ${login}`) return { status: 401 };
    return fileOf(request);
  });
  const credentials = { url: host, token };
  await mirror(`${host}/origin.git`, copy, { credentials });
  expect(await branchCommit(copy, "main")).toBe(await branchCommit(origin, "main"));
  expect(seenInArguments).toBe(false);
  expect(readFileSync(join(copy, "config"), "utf8")).not.toMatch(/hunter2|127\.0\.0\.1/);
  await expect(mirror(`${host}/origin.git`, copy)).rejects.toMatchObject({ code: "forbidden" });
});

test("a token is not sent to another host, neither asked for nor redirected to", async () => {
  const seen: (string | undefined)[] = [];
  const thief = await serve((request) => {
    seen.push(request.headers.authorization);
    return { status: 404 };
  });
  const host = await serve((request) => ({
    status: 302,
    headers: { location: `${thief}${request.url}` },
  }));
  const credentials = { url: host, token };
  await expect(mirror(`${host}/origin.git`, copy, { credentials })).rejects.toThrow();
  expect(seen).toEqual([]);
  await expect(mirror(`${thief}/origin.git`, copy, { credentials })).rejects.toThrow();
  expect(seen).toEqual([undefined]);
});

test("a host leads git nowhere else, and the owner is told", async () => {
  await git("update-server-info");
  let asked = 0;
  const inside = await serve((request) => {
    asked += 1;
    return fileOf(request);
  });
  const host = await serve(({ url }) => ({
    status: 301,
    headers: { location: `${inside}${url}` },
  }));
  const failure = await mirror(`${host}/origin.git`, copy).catch((error) => error);
  expect(explainRefusal(failure, { location: host })).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("give the source that address"),
  });
  expect(asked).toBe(0);
});

test("a refused token is not repeated in the error", async () => {
  const host = await serve(() => ({ status: 403, body: Buffer.from(token) }));
  const failure = await mirror(`${host}/${token}.git`, copy, {
    credentials: { url: host, token },
  }).catch((error) => error);
  expect(failure).toMatchObject({ code: "forbidden" });
  expect(`${failure.message} ${failure.cause}`).not.toContain("hunter2");
});
