import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { AppError } from "../lib/app-error.ts";
import { didYouMean, nearestWord } from "../text/nearest-word.ts";
import { settings } from "./settings.ts";

/** What a person calls a setting, where that is not its own name: the flag that gave it, or its line in a file. */
export type Origins = ReadonlyMap<string, string>;

/** All faults in one error, each by the name that its setting was given under. */
export function settingsError(faults: string[], origins: Origins = new Map()): AppError {
  const named = faults.map((fault) =>
    fault.replace(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g, (name) => origins.get(name) ?? name),
  );
  return new AppError(
    "invalid_request",
    `These settings are not valid:\n${named.map((fault) => `  ${fault}`).join("\n")}`,
  );
}

export type SettingsFile = { values: Record<string, string>; origins: Map<string, string> };

const mostBytes = 1_000_000;

/** The settings of a file, as a shell writes them: NAME=value. */
export function readSettingsFile(path: string): SettingsFile {
  const text = textOf(path);
  const values = Object.fromEntries(
    Object.entries(parseEnv(text)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  const lines = text.split("\n").map((line) => /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1]);
  const origins = Object.keys(values).map((name): [string, string] => [
    name,
    `${name} (${path}, line ${lines.lastIndexOf(name) + 1})`,
  ]);
  return { values, origins: new Map(origins) };
}

function textOf(path: string): string {
  try {
    const text = readFileSync(path, "utf8");
    if (text.length <= mostBytes) return text;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const reasons: Record<string, string> = {
      ENOENT: "there is no such file",
      EISDIR: "it is a folder",
      EACCES: "it may not be read",
    };
    const reason = reasons[code] ?? `it cannot be read (${code})`;
    throw new AppError("invalid_request", `--settings ${path}: ${reason}.`, { cause });
  }
  throw new AppError("invalid_request", `--settings ${path}: it is too long for settings.`);
}

const namedSettings = /^DOCENT_(?:GIT_TOKEN|GIT_USERNAME|MODEL_KEY)_\w+$/;

/** Names that look like settings and are none, each with what was probably meant. */
export function unknownSettings(given: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.keys(settings);
  return Object.keys(given)
    .filter((name) => !(name in settings) && !namedSettings.test(name))
    .filter((name) => name.startsWith("DOCENT_") && nearestWord(name, known) !== undefined)
    .map((name) => `${name} is no setting${didYouMean(name, known)}.`);
}
