import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Whether this machine lets the tests install what they need. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

export function installPackages(...names: string[]): void {
  console.log(`Installing with apt-get: ${names.join(", ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { stdio: "inherit", env } as const;
  spawnSync("apt-get", ["update", "--quiet"], options);
  spawnSync(
    "apt-get",
    ["install", "--yes", "--quiet", "--no-install-recommends", ...names],
    options,
  );
}
