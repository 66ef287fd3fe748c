import { spawnSync } from "node:child_process";
import { findChromium } from "../find-chromium.ts";
import { canInstall, installPackages } from "./install-packages.ts";

/** True when a Chromium is there, or could be installed. The dashboard is tested in a real browser or not at all. */
export function ensureChromium(): boolean {
  if (isThere()) return true;
  if (canInstall() && !process.env.CHROMIUM_PATH) {
    installPackages("chromium");
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
