import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { expect, inject, onTestFinished } from "vitest";
import { readEvents, textOf } from "./harness.ts";
import { makeTree } from "./make-tree.ts";

export const root = join(import.meta.dirname, "..");

const commandMs = 100_000;

export type Settings = Record<string, string>;
export type Ended = { code: number | null; signal: NodeJS.Signals | null };
export type Finished = Ended & { stdout: string; stderr: string };

export type ServerProcess = {
  url: string;
  pid: number;
  /** The keys of the banner; only the start that made them shows them. */
  keys: { assistant: string | undefined; admin: string | undefined };
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
  /** Sends the signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Ended>;
};

/** Runs one command of docent to its end. */
export async function runDocent(args: string[], settings: Settings = {}): Promise<Finished> {
  const running = startDocent(args, settings);
  const timer = setTimeout(() => running.child.kill("SIGKILL"), commandMs);
  const ended = await running.ended;
  clearTimeout(timer);
  return { ...ended, stdout: running.stdout(), stderr: running.stderr() };
}

/** A real server on a free port. It ends when the test calls `end`. */
export async function startServer(args: string[], settings: Settings = {}): Promise<ServerProcess> {
  return untilListening(startDocent(["serve", "--port", "0", ...args], settings));
}

/** The same, taken down by the end of the test if nothing did before. */
export async function serveUntilEnd(
  args: string[],
  settings: Settings = {},
): Promise<ServerProcess> {
  const server = await startServer(args, settings);
  onTestFinished(async () => void (await server.end("SIGKILL")));
  return server;
}

/** The path of a data folder that is not there yet. */
export async function newDataFolder(): Promise<string> {
  return join((await makeTree({})).root, "data");
}

/** `program` is what starts: the programs of this run, or the launcher of the checkout. */
export function startDocent(
  args: string[],
  settings: Settings = {},
  program = inject("programs").docent,
): RunningProcess {
  return collect(
    spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: environment(settings),
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
}

/** The settings of the person who runs the tests must not reach what is tested. */
export function environment(settings: Settings): Settings {
  const { PATH = "", HOME = "/" } = process.env;
  return { PATH, HOME, ...settings };
}

export type RunningProcess = {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
};

export function collect(
  child: ChildProcess & { stdout: Readable; stderr: Readable },
): RunningProcess {
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8");
    child[name].on("data", (some: string) => {
      text[name] += some;
    });
  }
  const ended = once(child, "close").then(([code, signal]): Ended => ({ code, signal }));
  return { child, stdout: () => text.stdout, stderr: () => text.stderr, ended };
}

const startMs = 100_000;

export async function untilListening(running: RunningProcess): Promise<ServerProcess> {
  const { child, stdout, stderr, ended } = running;
  const end = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  const timer = setTimeout(() => child.kill("SIGKILL"), startMs);
  let isOver = false;
  ended.finally(() => {
    isOver = true;
  });
  while (!isOver && !listeningLine.test(stdout())) await soon();
  clearTimeout(timer);
  const url = listeningLine.exec(stdout())?.[1];
  if (url === undefined || isOver || child.pid === undefined)
    throw new Error(`The server did not start:\n${stdout()}\n${stderr()}`);
  const key = (kind: string) =>
    new RegExp(`^  ${kind} key .*? (svc_\\S+)$`, "m").exec(stdout())?.[1];
  const keys = { assistant: key("Assistant"), admin: key("Admin") };
  return { url, pid: child.pid, keys, stdout, stderr, ended, end };
}

const listeningLine = /^docent listening on (https?:\/\/127\.0\.0\.1:\d+)\n/m;

export function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}

/** Asks over HTTP with a key, as a plain client. */
export function askServer(
  url: string,
  key: string | undefined,
  text: string,
  more: Record<string, unknown> & { domain?: string; accept?: string } = {},
): Promise<Response> {
  const { domain = "docent", accept = "*/*", ...body } = more;
  return fetch(`${url}/discovery/v2/assistant/${domain}/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept },
    body: JSON.stringify({
      messages: [{ role: "user", parts: [{ type: "text", text }] }],
      ...body,
    }),
  });
}

export async function answerOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return textOf(await readEvents(response));
}
