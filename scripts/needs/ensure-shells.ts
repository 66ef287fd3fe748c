import { spawnSync } from "node:child_process";
import { canInstall, installPackages } from "./install-packages.ts";

const shells = ["zsh", "fish"];

/** True when completion can be tried in real shells. Where it cannot be installed, as on macOS, those that are missing are named. */
export async function ensureShells(): Promise<boolean> {
  const missing = shells.filter((shell) => !isThere(shell));
  if (missing.length === 0) return true;
  if (!canInstall()) {
    console.log(`Completion is not tried in ${missing.join(" and ")}: not installed here.`);
    return true;
  }
  await installPackages(...missing);
  if (missing.every(isThere)) return true;
  console.log(`SHELLS ARE MISSING: install ${missing.join(" and ")} and run this again.`);
  return false;
}

function isThere(shell: string): boolean {
  return spawnSync(shell, ["--version"]).status === 0;
}
