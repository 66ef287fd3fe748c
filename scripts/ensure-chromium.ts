import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium } from "./find-chromium.ts";

/** True when a Chromium is there, or could be installed. The dashboard is tested in a real browser or not at all. */
export function ensureChromium(): boolean {
  if (isThere()) return true;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/etc/debian_version") && !process.env.CHROMIUM_PATH) {
    console.log("Chromium is missing; installing it with apt-get");
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const options = { stdio: "inherit", env: environment } as const;
    const install = ["install", "--yes", "--quiet", "--no-install-recommends", "chromium"];
    spawnSync("apt-get", ["update", "--quiet"], options);
    spawnSync("apt-get", install, options);
    if (isThere()) return true;
  }
  console.log(
    "CHROMIUM IS MISSING. The dashboard is tested in a browser: install Chromium (Debian: apt-get install chromium), or name one in CHROMIUM_PATH, and run this again.",
  );
  return false;
}

function isThere(): boolean {
  const program = findChromium();
  return program !== undefined && spawnSync(program, ["--version"]).status === 0;
}
