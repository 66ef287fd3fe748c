import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The branches of a bare repository with their commits, read from its files: forges look hundreds of times, and each start of git counts. */
export function branchTips(repository: string): Map<string, string> {
  const packed = join(repository, "packed-refs");
  const lines = existsSync(packed) ? readFileSync(packed, "utf8").split("\n") : [];
  const tips = new Map<string, string>();
  for (const line of lines) {
    const [, commit = "", branch] = /^([0-9a-f]{40}) refs\/heads\/(.+)$/.exec(line) ?? [];
    if (branch !== undefined) tips.set(branch, commit);
  }
  const heads = join(repository, "refs/heads");
  for (const entry of readdirSync(heads, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith(".lock")) continue;
    const file = join(entry.parentPath, entry.name);
    const commit = readIfThere(file);
    if (commit !== undefined) tips.set(file.slice(heads.length + 1), commit.trim());
  }
  return new Map([...tips].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A push may replace it at this moment. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
