import { spawnSync } from "node:child_process";
import { canInstall, installPackages } from "./install-packages.ts";

/** True when git is there, or could be installed. The tests are worth nothing without it. */
export async function ensureGit(): Promise<boolean> {
  if (isThere()) return true;
  if (canInstall()) {
    await installPackages("git", "ca-certificates");
    if (isThere()) return true;
  }
  console.log("GIT IS MISSING. Docent works on git repositories: install git and run this again.");
  return false;
}

function isThere(): boolean {
  return spawnSync("git", ["--version"]).status === 0;
}
