import { spawnSync } from "node:child_process";
import { canInstall, installPackages } from "./install-packages.ts";

/** True when nodes can be tried behind a real PgBouncer. Where it cannot be installed, as on macOS, that is said. */
export async function ensurePgBouncer(): Promise<boolean> {
  if (hasPgBouncer()) return true;
  if (!canInstall()) {
    console.log("Nodes are not tried behind PgBouncer: it is not installed here.");
    return true;
  }
  await installPackages("pgbouncer");
  if (hasPgBouncer()) return true;
  console.log("PGBOUNCER IS MISSING: install pgbouncer and run this again.");
  return false;
}

export function hasPgBouncer(): boolean {
  return spawnSync("pgbouncer", ["--version"], { env: programEnv() }).status === 0;
}

/** Debian keeps it among the programs of the system's administrator. */
export function programEnv(): NodeJS.ProcessEnv {
  return { PATH: `${process.env.PATH ?? ""}:/usr/sbin`, TZ: "UTC" };
}
