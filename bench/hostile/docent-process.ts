import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessUsage, watchProcess } from "./watch-process.ts";

/** Which Docent is started, with which settings; the person's own settings do not reach it. */
export type Place = { root: string; settings: Record<string, string>; logFile: string };

export type Finished = { code: number | null; seconds: number; text: string; usage: ProcessUsage };

/** Runs one command to its end. */
export async function runDocent(place: Place, args: string[]): Promise<Finished> {
  const started = performance.now();
  const { child, text } = spawnDocent(place, args);
  const watch = watchProcess(child.pid);
  const [code] = await once(child, "exit");
  return {
    code,
    seconds: (performance.now() - started) / 1_000,
    text: text(),
    usage: watch.end(),
  };
}

export type RunningServer = {
  url: string;
  pid: number;
  /** What the process has written so far. */
  text(): string;
  hasEnded(): boolean;
  end(): Promise<void>;
  /** At once, for a server whose store is not needed again. */
  kill(): Promise<void>;
};

const startMs = 600_000;
const graceMs = 5_000;

/** A real server on a free port of the loopback interface. */
export async function startDocent(
  place: Place,
  { args, descriptors }: { args: string[]; descriptors?: number | undefined },
): Promise<RunningServer> {
  const serve = ["serve", "--port", "0", ...args];
  const { child, text } = spawnDocent(place, serve, descriptors);
  const ended = once(child, "exit");
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const last = performance.now() + startMs;
  while (!hasEnded() && !listening.test(text()) && performance.now() < last) await sleep(50);
  const url = listening.exec(text())?.[1];
  if (url === undefined || child.pid === undefined) {
    child.kill("SIGKILL");
    throw new Error(`The server did not start:\n${text().slice(-2_000)}`);
  }
  const end = () => endChild(child, ended);
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { url, pid: child.pid, text, hasEnded, end, kill };
}

const listening = /^docent listening on (http:\/\/127\.0\.0\.1:\d+)$/m;

async function endChild(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await ended;
  clearTimeout(timer);
}

/** What it writes goes to a file: a full pipe would slow it down, and reading it would take the bench's time. */
function spawnDocent(place: Place, args: string[], descriptors?: number) {
  const { PATH = "", HOME = "/" } = process.env;
  const program = [process.execPath, join(place.root, "bin/docent.js"), ...args];
  const limit = descriptors === undefined ? "" : `ulimit -n ${descriptors}; `;
  const log = openSync(place.logFile, "w");
  const child = spawn("sh", ["-c", `${limit}exec "$@"`, "sh", ...program], {
    cwd: place.root,
    env: { PATH, HOME, DOCENT_LOG_FORMAT: "json", ...place.settings },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  return { child, text: () => readFileSync(place.logFile, "utf8") };
}
