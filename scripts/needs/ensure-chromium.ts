import { spawnSync } from "node:child_process";
import { findChromium } from "../find-chromium.ts";
import { canInstall, installPackages } from "./install-packages.ts";

/** Not every system that has the browser has its headless shell. */
const known = ["chromium-headless-shell", "chromium"];

/** True when a Chromium is there, or could be installed. The dashboard is tested in a real browser or not at all. */
export async function ensureChromium(): Promise<boolean> {
  if (isThere()) return true;
  const packages = canInstall() && !process.env.CHROMIUM_PATH ? known : [];
  for (const name of packages) {
    await installPackages(name);
    if (isThere()) return true;
  }
  console.log(
    "CHROMIUM IS MISSING. The dashboard is tested in a browser: install Chromium (Debian: apt-get install chromium-headless-shell), or name one in CHROMIUM_PATH, and run this again.",
  );
  return false;
}

function isThere(): boolean {
  const program = findChromium();
  return program !== undefined && spawnSync(program, ["--version"]).status === 0;
}
