import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { AppError } from "../../lib/app-error.ts";
import { endTree, treeOptions } from "./end-tree.ts";
import { authorizationHeader, type GitSettings, gitEnvironment } from "./git-environment.ts";
import { gitFailure, redact, saysNo } from "./git-failure.ts";

export type GitOptions = GitSettings & {
  cwd?: string;
  signal?: AbortSignal | undefined;
  /** Longest the command may run. */
  timeoutMs?: number;
};

export type RunOptions = GitOptions & {
  input?: string | Uint8Array;
  maxOutputBytes?: number;
};

/**
 * Runs one git command to its end. The first argument is the subcommand.
 *
 * In a repository this program did not make, use only commands that leave file contents alone (rev-parse, ls-files,
 * ls-tree, cat-file): its config can name filter programs, which status, add and checkout would run.
 */
export async function runGit(
  args: string[],
  options: RunOptions = {},
): Promise<{ stdout: Buffer; stderr: string }> {
  const { done, written } = collectOutput(args, options);
  const stderr = await done;
  return { stdout: written(), stderr };
}

/** Runs a command that answers with its exit status, and may write something either way. */
export async function askGit(
  args: string[],
  options: RunOptions,
): Promise<{ agrees: boolean; stdout: Buffer }> {
  const { done, written } = collectOutput(args, { maxOutputBytes: 8 * 1024 * 1024, ...options });
  const agrees = await done.then(
    () => true,
    (error) => {
      if (saysNo(error)) return false;
      throw error;
    },
  );
  return { agrees, stdout: written() };
}

function collectOutput(args: string[], options: RunOptions) {
  const {
    input = "",
    maxOutputBytes = 64 * 1024 * 1024,
    timeoutMs = 120_000,
    ...settings
  } = options;
  const git = startGit(args, { ...settings, timeoutMs });
  const chunks: Buffer[] = [];
  let size = 0;
  git.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxOutputBytes) chunks.push(chunk);
    else
      git.stop(
        new AppError("too_large", `git ${args[0]} wrote more than ${maxOutputBytes} bytes.`),
      );
  });
  git.stdin.end(input);
  return { done: git.done, written: () => Buffer.concat(chunks) };
}

export type GitProcess = {
  stdin: Writable;
  stdout: Readable;
  /** Settles when git has ended and stdout was read to its end: with what it wrote to stderr, or its failure. */
  done: Promise<string>;
  /** Ends git and everything it started; `done` rejects with the reason. */
  stop(reason: unknown): void;
};

/** Starts a git command whose output is read as it comes. There is no time limit unless one is given. */
export function startGit(args: string[], options: GitOptions = {}): GitProcess {
  options.signal?.throwIfAborted();
  const child = spawnGit(withoutDrivers(args), options);
  // A git that ends early closes its input; its exit status tells the story.
  child.stdin.on("error", () => undefined);
  const limits = watch(child, args[0] ?? "", options);
  const done = ending(child, args[0] ?? "", { ...options, ...limits });
  // A reader may leave before it awaits `done`.
  done.catch(() => undefined);
  return { stdin: child.stdin, stdout: child.stdout, done, stop: limits.stop };
}

function spawnGit(args: string[], options: GitOptions): Child {
  let child: Child;
  try {
    child = spawn("git", args, {
      cwd: options.cwd ?? "/",
      env: gitEnvironment(options),
      stdio: ["pipe", "pipe", "pipe"],
      ...treeOptions,
    });
  } catch (cause) {
    throw startFailure(cause, options.cwd);
  }
  // Out of descriptors, Node gives a child without streams, and tells the reason later: unheard, it would end the process.
  child.on("error", () => undefined);
  if (!isWhole(child)) throw startFailure(undefined, options.cwd);
  return child;
}

function isWhole(child: Partial<Child>): boolean {
  return Boolean(child.stdin && child.stdout && child.stderr);
}

const diffCommands = new Set(["diff", "diff-tree", "diff-index", "diff-files", "log", "show"]);

function withoutDrivers(args: string[]): string[] {
  const [command, ...rest] = args;
  if (command === undefined || !diffCommands.has(command)) return args;
  return [command, "--no-ext-diff", "--no-textconv", ...rest];
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;
type Limits = { stop(reason: unknown): void; release(): { reason: unknown } | undefined };

const graceMs = 2_000;

function watch(child: Child, command: string, { signal, timeoutMs }: GitOptions): Limits {
  const timers: NodeJS.Timeout[] = [];
  let stopped: { reason: unknown } | undefined;
  const stop = (reason: unknown) => {
    if (stopped !== undefined) return;
    stopped = { reason };
    // On SIGTERM git removes its lock and temporary files; what ignores it is killed.
    endTree(child.pid, "SIGTERM");
    timers.push(setTimeout(() => endTree(child.pid, "SIGKILL"), graceMs));
    child.stdout.destroy();
    child.stdin.destroy();
  };
  const abort = () => stop(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  if (timeoutMs !== undefined) {
    const late = `git ${command} took longer than ${Math.ceil(timeoutMs / 1000)} s.`;
    timers.push(setTimeout(() => stop(new AppError("unavailable", late)), timeoutMs));
  }
  const release = () => {
    signal?.removeEventListener("abort", abort);
    for (const timer of timers) clearTimeout(timer);
    if (stopped !== undefined) endTree(child.pid, "SIGKILL");
    return stopped;
  };
  return { stop, release };
}

const maxStderrLength = 16_384;

function ending(child: Child, command: string, options: GitOptions & Limits): Promise<string> {
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-maxStderrLength);
  });
  return new Promise((resolve, reject) => {
    child.on("error", (cause) => {
      options.release();
      reject(startFailure(cause, options.cwd));
    });
    child.on("close", (exitCode) => {
      const stopped = options.release();
      if (stopped !== undefined) return reject(stopped.reason);
      if (exitCode === 0) return resolve(redact(stderr, secretsOf(options)));
      reject(gitFailure(command, stderr, secretsOf(options)));
    });
  });
}

const fullMachine = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);

/** Without a cause, descriptors are what is missing. */
function startFailure(cause: unknown, cwd = "/"): AppError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "EMFILE";
  if (fullMachine.has(code)) {
    const message = `git could not be started: the machine gives this process no more files, processes or memory (${code}).`;
    return new AppError("unavailable", message, { cause, retryAfterSeconds: 10 });
  }
  // A missing program and a missing working folder give the same error.
  if (!existsSync(cwd)) return new AppError("not_found", "There is no such folder.", { cause });
  return new AppError("unavailable", "git could not be started. Is it installed?", { cause });
}

function secretsOf({ credentials }: GitOptions): string[] {
  if (credentials === undefined) return [];
  const header = authorizationHeader(credentials);
  return [header.slice(header.lastIndexOf(" ") + 1), credentials.token];
}
