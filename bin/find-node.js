import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** The first Node 24.7 or newer in a node_modules/.bin at or above one of the files, or undefined. */
export function findNode(files) {
  const seen = new Set();
  for (const file of files) {
    for (const candidate of candidates(file)) {
      if (seen.has(candidate)) continue;
      seen.add(candidate);
      if (existsSync(candidate) && isSupported(versionOf(candidate))) return candidate;
    }
  }
  return undefined;
}

/** @param {string} version as Node prints it: v24.1.0 */
export function isSupported(version) {
  const [, major, minor] = /^v(\d{1,4})\.(\d{1,4})\./.exec(version) ?? [];
  if (major === undefined) return false;
  // Password hashing came with 24.7.
  return Number(major) > 24 || (Number(major) === 24 && Number(minor) >= 7);
}

// A file may be a symbolic link in another project's node_modules/.bin: both of its places count.
function candidates(file) {
  if (!file || !existsSync(file)) return [];
  return [realpathSync(file), file].flatMap((place) =>
    foldersAbove(place).map((folder) => join(folder, "node_modules", ".bin", "node")),
  );
}

function foldersAbove(file) {
  const folder = dirname(file);
  return folder === file ? [] : [folder, ...foldersAbove(folder)];
}

function versionOf(node) {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return stdout?.trim() ?? "";
}
