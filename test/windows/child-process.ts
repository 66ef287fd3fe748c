import type { ChildProcess, SpawnOptions } from "node:child_process";
import { PassThrough, Transform } from "node:stream";
import { toDisk } from "./disk-path.ts";

const { execFileSync: execute, spawn: start } = process.getBuiltinModule("node:child_process");

/** Git runs as it does here; what it is told and what it tells of places is as on Windows, where it writes C:/folder. */
export function spawn(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  if (command === "taskkill") return start("kill", ["-9", "--", `-${args[1]}`], options);
  const child = start(command, args.map(toDisk), { ...onDisk(options), detached: true });
  if (args[0] !== "rev-parse" || child.stdout === null) return child;
  child.stdout = child.stdout.pipe(withDrive()).pipe(new PassThrough());
  return child;
}

export function execFileSync(command: string, args: string[], options: SpawnOptions = {}) {
  return execute(command, args.map(toDisk), onDisk(options));
}

function onDisk({ cwd, env, ...options }: SpawnOptions): SpawnOptions {
  const entries = Object.entries(env ?? process.env);
  const mapped = Object.fromEntries(entries.map(([name, value]) => [name, onlyPath(value)]));
  return { ...options, ...(cwd !== undefined && { cwd: toDisk(cwd) }), env: mapped };
}

function onlyPath(value: string | undefined): string | undefined {
  return value !== undefined && /^[A-Za-z]:[\\/]/.test(value) ? toDisk(value) : value;
}

function withDrive(): Transform {
  return new Transform({
    transform: (chunk, _, done) => done(null, String(chunk).replace(/^\//gm, "C:/")),
  });
}
