import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export type Cost = {
  /** Until it says that it is ready, or until it has ended. */
  wallMs: number;
  /** The processor's time until then, without that of processes it started. */
  processorMs: number;
};
export type ServerCost = Cost & {
  /** From then until a first request is answered. */
  firstReplyMs: number;
  /** Resident memory while nobody asks anything. */
  idleMb: number;
  peakMb: number;
};

const idleAfterMs = 5_000;
/** The kernel counts processor time in hundredths of a second. */
const tickMs = 10;

type Started = {
  env?: Record<string, string>;
  cwd?: string;
  /** What is asked first; `/healthz` at the address that it tells unless given. */
  first?: string;
};

/** What a server takes until it is ready, and what it holds a while later. It is ended then. */
export async function measureServer(args: string[], how: Started = {}): Promise<ServerCost> {
  const started = performance.now();
  const child = start(args, "ignore", how);
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (some: Buffer) => {
      said += some.toString();
      const told = /listening (?:on (http\S+)|at )/.exec(said);
      if (told) resolve(told[1] ?? "");
    });
    child.on("exit", () => reject(new Error(`the server did not start: ${said}`)));
  });
  const wallMs = performance.now() - started;
  const processorMs = processorMsOf(child.pid);
  await (await fetch(how.first ?? `${url}/healthz`)).text();
  const firstReplyMs = performance.now() - started - wallMs;
  await sleep(idleAfterMs);
  const [idleMb, peakMb] = [memoryMbOf(child.pid, "VmRSS"), memoryMbOf(child.pid, "VmHWM")];
  child.kill("SIGTERM");
  await once(child, "exit");
  return { wallMs, processorMs, firstReplyMs, idleMb, peakMb };
}

/** Tells at its end on standard error what the process has taken. */
const tellUsage = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    writeSync(2, "\\n" + (user + system) / 1000);
  });`)}`;

/** What a command takes from its start to its end. */
export async function measureCommand(args: string[]): Promise<Cost> {
  const started = performance.now();
  const child = start(["--import", tellUsage, ...args], "pipe");
  let said = "";
  child.stdout?.resume();
  child.stderr?.on("data", (some: Buffer) => {
    said += some.toString();
  });
  await once(child, "close");
  const wallMs = performance.now() - started;
  return { wallMs, processorMs: Number(said.split("\n").at(-1)) };
}

/** Settings of whoever measures must not reach what is measured. */
function start(args: string[], errors: "ignore" | "pipe", { env, cwd }: Started = {}) {
  const { PATH = "", HOME = "/" } = process.env;
  const place = { env: { PATH, HOME, ...env }, ...(cwd !== undefined && { cwd }) };
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", errors], ...place });
}

function processorMsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

function memoryMbOf(pid: number | undefined, name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
}
