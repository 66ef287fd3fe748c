import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

// What npm links on Windows is a script that only a shell can run, and not every installer links what others bring.
const places =
  process.platform === "win32"
    ? [`node-win-${process.arch}/bin/node.exe`, "node/bin/node.exe"]
    : [".bin/node", `node-${process.platform}-${process.arch}/bin/node`];

/** The first Node 24.7 or newer in a node_modules at or above one of the files, or undefined. */
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
    foldersAbove(place).flatMap((folder) =>
      places.map((name) => join(folder, "node_modules", name)),
    ),
  );
}

function foldersAbove(file) {
  const folder = dirname(file);
  return folder === file ? [] : [folder, ...foldersAbove(folder)];
}

function versionOf(node) {
  return packagedVersion(node) ?? askedVersion(node);
}

/** By the package that a Node came in: to start it for its version would take as long as a short command. */
function packagedVersion(node) {
  try {
    const file = join(dirname(realpathSync(node)), "../package.json");
    const { name, version } = JSON.parse(readFileSync(file, "utf8"));
    return /^node(?:-[a-z0-9-]+)?$/.test(name) ? `v${version}` : undefined;
  } catch {
    return undefined;
  }
}

function askedVersion(node) {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return stdout?.trim() ?? "";
}
