import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { runGit } from "./git.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docent-git-"));
  return () => rm(folder, { recursive: true, force: true });
});

const shell = (script: string) => ["-c", `alias.script=!${script}`, "script"];
/** A git that starts a program which leaves a sign of life every few moments. */
const lingering = (before = "") =>
  shell(`${before} while true; do echo . >> '${join(folder, "signs")}'; sleep 0.02; done & wait`);

const signs = () => (existsSync(join(folder, "signs")) ? statSync(join(folder, "signs")).size : 0);

async function started(): Promise<void> {
  while (signs() === 0) await sleep(10);
}

async function hasStopped(): Promise<boolean> {
  await sleep(100);
  const before = signs();
  await sleep(300);
  return before > 0 && signs() === before;
}

test("a command's output comes back", async () => {
  const { stdout } = await runGit(["--version"]);
  expect(stdout.toString()).toMatch(/^git version \d/);
});

test("a failed command is an error that says why in one line", async () => {
  const failure = runGit(["rev-parse", "--verify", "HEAD"], { gitDirectory: "/nonexistent/x.git" });
  await expect(failure).rejects.toMatchObject({
    code: "not_found",
    message: "git rev-parse failed: not a git repository: '/nonexistent/x.git'",
  });
});

test("a folder that is not there is an error of ours", async () => {
  const failure = runGit(["--version"], { cwd: "/nonexistent/folder" });
  await expect(failure).rejects.toMatchObject({ code: "not_found" });
});

test("input that git never reads does no harm", async () => {
  const { stdout } = await runGit(["--version"], { input: Buffer.alloc(4 * 1024 * 1024) });
  expect(stdout.length).toBeGreaterThan(0);
});

test("output above the limit is refused", async () => {
  const failure = runGit(shell("yes"), { maxOutputBytes: 1_000_000 });
  await expect(failure).rejects.toMatchObject({ code: "too_large" });
});

test("a command that takes too long ends with everything it started", async () => {
  const failure = runGit(lingering(), { timeoutMs: 500 });
  await expect(failure).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("took longer than 1 s"),
  });
  expect(await hasStopped()).toBe(true);
});

test("a program that ignores the polite signal is killed", async () => {
  const failure = runGit(lingering("trap '' TERM;"), { timeoutMs: 500 });
  await expect(failure).rejects.toMatchObject({ code: "unavailable" });
  expect(await hasStopped()).toBe(true);
});

test("an aborted command ends with the reason of the signal", async () => {
  const controller = new AbortController();
  const failure = runGit(lingering(), { signal: controller.signal });
  await started();
  expect(await hasStopped()).toBe(false);
  controller.abort(new Error("enough"));
  await expect(failure).rejects.toThrow("enough");
  expect(await hasStopped()).toBe(true);
});

test("a signal that was aborted before starts nothing", async () => {
  const failure = runGit(["--version"], { signal: AbortSignal.abort(new Error("too late")) });
  await expect(failure).rejects.toThrow("too late");
});

test("the child sees none of our variables but the listed ones", async () => {
  process.env.DOCENT_TEST_SECRET = "hunter2";
  process.env.GIT_DIR = "/elsewhere";
  try {
    const { stdout } = await runGit(shell("env"));
    expect(stdout.toString()).not.toContain("hunter2");
    expect(stdout.toString()).not.toContain("/elsewhere");
    expect(stdout.toString()).toContain("HOME=/nonexistent\n");
    expect(stdout.toString()).toContain("GIT_ALLOW_PROTOCOL=none\n");
  } finally {
    delete process.env.DOCENT_TEST_SECRET;
    delete process.env.GIT_DIR;
  }
});

test("no transport is open unless the call names it", async () => {
  const args = ["ls-remote", "--", "file:///nonexistent/x.git"];
  await expect(runGit(args)).rejects.toThrow("transport 'file' not allowed");
  await expect(runGit(args, { protocols: ["https"] })).rejects.toThrow(
    "transport 'file' not allowed",
  );
  await expect(runGit(args, { protocols: ["file"] })).rejects.not.toThrow("not allowed");
  await expect(
    runGit(["ls-remote", "--", "ext::touch /tmp/x"], { protocols: ["https", "ssh", "file"] }),
  ).rejects.toThrow("transport 'ext' not allowed");
});
