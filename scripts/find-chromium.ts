import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** A headless shell has no windows to draw, and takes about half the processor's time of a whole browser. */
const names = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
];

type Environment = Record<string, string | undefined>;

/** The program CHROMIUM_PATH names, or else the first on PATH that is a Chromium by its name. */
export function findChromium(environment: Environment = process.env): string | undefined {
  const { CHROMIUM_PATH: chosen, PATH = "" } = environment;
  if (chosen) return isProgram(chosen) ? chosen : undefined;
  const folders = PATH.split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
