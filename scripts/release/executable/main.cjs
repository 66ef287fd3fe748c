// The script inside the single executable: it puts the package that the executable holds into a folder, once for each version, and runs
// it from there. Threads and WebAssembly want real files, and code from real files is cached.
const { randomUUID } = require("node:crypto");
const fs = require("node:fs");
const { createRequire } = require("node:module");
const os = require("node:os");
const path = require("node:path");
const sea = require("node:sea");

const keptVersions = 3;

run(unpack(cacheFolder()) ?? unpackForNow());

/** Code that came in an executable can import nothing but what Node has; code from a file can. */
function run(folder) {
  createRequire(path.join(folder, "bin/"))("./load.cjs");
}

function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const home = os.homedir();
  if (process.platform === "win32") return path.join(LOCALAPPDATA ?? home, "docent");
  if (process.platform === "darwin") return path.join(home, "Library/Caches/docent");
  return path.join(
    path.isAbsolute(XDG_CACHE_HOME ?? "") ? XDG_CACHE_HOME : path.join(home, ".cache"),
    "docent",
  );
}

/** The folder of this version, whole from the moment that it is there; undefined where nothing can be written. */
function unpack(around) {
  const folder = path.join(around, sea.getAsset("stamp", "utf8"));
  if (!isOwn(path.dirname(around))) return undefined;
  if (fs.existsSync(folder)) return isOwn(around) && isOwn(folder) ? folder : undefined;
  const fresh = path.join(around, `.unpack-${randomUUID()}`);
  try {
    fs.mkdirSync(around, { recursive: true, mode: 0o700 });
    writeFiles(fresh);
    renameInto(fresh, folder);
    removeOldest(around);
    return folder;
  } catch {
    fs.rmSync(fresh, { recursive: true, force: true });
    return undefined;
  }
}

/**
 * Code is run from it, so nobody else may have put it there: `sudo` keeps the home folder of whoever uses it. A folder that
 * is not there yet is as safe as the nearest one above it.
 */
function isOwn(folder) {
  if (process.getuid === undefined) return true;
  const found = fs.statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return folder !== path.dirname(folder) && isOwn(path.dirname(folder));
  return found.uid === process.getuid() && (found.mode & 0o022) === 0;
}

function writeFiles(folder) {
  for (const name of sea.getAssetKeys()) {
    if (name === "stamp") continue;
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, Buffer.from(sea.getRawAsset(name)));
  }
}

function renameInto(fresh, folder) {
  try {
    fs.renameSync(fresh, folder);
  } catch (error) {
    // Another process was quicker.
    if (!fs.existsSync(folder)) throw error;
    fs.rmSync(fresh, { recursive: true, force: true });
  }
}

/** Servers of older versions may still run from their folders. */
function removeOldest(around) {
  const folders = fs.readdirSync(around).map((name) => path.join(around, name));
  const times = new Map(folders.map((folder) => [folder, fs.statSync(folder).mtimeMs]));
  folders.sort((one, other) => times.get(other) - times.get(one));
  for (const folder of folders.slice(keptVersions))
    fs.rmSync(folder, { recursive: true, force: true });
}

function unpackForNow() {
  const around = fs.mkdtempSync(path.join(os.tmpdir(), "docent-"));
  process.on("exit", () => fs.rmSync(around, { recursive: true, force: true }));
  const folder = path.join(around, "package");
  writeFiles(folder);
  return folder;
}
