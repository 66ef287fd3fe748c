import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** True when git is there, or could be installed. The tests are worth nothing without it. */
export function ensureGit(): boolean {
  if (isThere()) return true;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    console.log("git is missing; installing it with apt-get");
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const options = { stdio: "inherit", env: environment } as const;
    spawnSync("apt-get", ["update", "--quiet"], options);
    spawnSync("apt-get", ["install", "--yes", "--quiet", "git", "ca-certificates"], options);
    if (isThere()) return true;
  }
  console.log("GIT IS MISSING. Docent works on git repositories: install git and run this again.");
  return false;
}

function isThere(): boolean {
  return spawnSync("git", ["--version"]).status === 0;
}
