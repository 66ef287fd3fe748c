import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Fault, reportFaults } from "./fault.ts";
import { listFiles } from "./list-files.ts";

const SOURCE = /^(?:src|bin|scripts|test|packages)\/.*\.(?:ts|js|mjs)$/;

/** Paths of repositories, which have "/" on every system. */
const REPOSITORY_CODE =
  /^src\/(?:docs|text|search|assistant|agent|changes|gate|ingest\/includes|projects\/pages)\//;

/** What cmd.exe, which runs npm's scripts on Windows, does not have. */
const SHELL_ALONE = /(?:^|&& ?|\|\| ?)(?:exec|rm|cp|mv|mkdir|export|[A-Z_]+=\S*) |'|\$\(|;/;

const NOT_POSIX = /^import (?!\{ posix \}).* from "node:path";$/;
const URL_PATH = /new URL\([^)]*import\.meta\.url\)\.pathname/;

/** What works on Linux and surely fails on Windows. */
export function checkSystems(root: string): Fault[] {
  const files = listFiles(root).filter((file) => SOURCE.test(file) && !file.endsWith(".test.ts"));
  const sources = files.flatMap((file) => checkText(file, readFileSync(join(root, file), "utf8")));
  return [...checkScripts(readFileSync(join(root, "package.json"), "utf8")), ...sources];
}

export function checkScripts(manifest: string): Fault[] {
  const scripts: Record<string, string> = JSON.parse(manifest).scripts ?? {};
  const lines = manifest.split("\n");
  return Object.entries(scripts)
    .filter(([, command]) => SHELL_ALONE.test(command))
    .map(([name]) => ({
      file: "package.json",
      line: lines.findIndex((line) => line.includes(`"${name}": `)) + 1,
      reason: `the script "${name}" needs a shell that Windows does not have`,
    }));
}

export function checkText(file: string, text: string): Fault[] {
  return text.split("\n").flatMap((content, index) => {
    const reason = reasonOf(file, content);
    return reason === undefined ? [] : [{ file, line: index + 1, reason }];
  });
}

function reasonOf(file: string, line: string): string | undefined {
  if (URL_PATH.test(line))
    return "on Windows this is /C:/folder: take fileURLToPath, or the URL itself";
  if (REPOSITORY_CODE.test(file) && NOT_POSIX.test(line))
    return 'paths of repositories have "/" everywhere: import { posix }';
  return undefined;
}

if (import.meta.main) reportFaults(checkSystems(join(import.meta.dirname, "..")));
