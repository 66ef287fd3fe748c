import { execFileSync } from "node:child_process";

/** Whom a child process runs as; empty for the current user. */
export type Account = { uid?: number; gid?: number };

/** PostgreSQL refuses to run as root; every Unix has the account "nobody". */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function idOf(option: "-u" | "-g"): number {
  return Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
}
