import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

/** Whether this machine lets the tests install what they need. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

let update: Promise<void> | undefined;

export async function installPackages(...names: string[]): Promise<void> {
  console.log(`Installing with apt-get: ${names.join(", ")}`);
  update ??= aptGet("update", "--quiet");
  await update;
  await aptGet("install", "--yes", "--quiet", "--no-install-recommends", ...names);
}

async function aptGet(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const child = spawn("apt-get", args, { stdio: ["ignore", "inherit", "inherit"], env });
  await once(child, "close");
}
