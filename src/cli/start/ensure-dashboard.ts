import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export type DashboardPlace = {
  /** The folder with the pages' source; `dist` in it holds what was built. */
  web: string;
  /** Other files and folders the pages are made from. */
  sources: string[];
};

type Terminal = { write(text: string): void; remark(line: string): void };

/** Builds the dashboard where it is missing or older than its source. Whatever goes wrong, the service works without. */
export async function ensureDashboard(place: DashboardPlace, terminal: Terminal): Promise<void> {
  const dist = join(place.web, "dist");
  const source = await hashOf([place.web, ...place.sources]);
  const isThere = existsSync(join(dist, "index.html"));
  if (isThere && source === (await readFile(join(dist, mark), "utf8").catch(() => ""))) return;
  if (!isInstalled("vite")) {
    if (isThere) return;
    return terminal.remark(
      'The dashboard is not built and its build tool is not installed: run "npm ci" without --omit=dev, then start again.',
    );
  }
  const started = performance.now();
  terminal.write("Building the dashboard…");
  try {
    await build(place.web, dist);
    await replaceFile(join(dist, mark), source);
    terminal.write(` done in ${((performance.now() - started) / 1_000).toFixed(1)} s\n`);
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
    terminal.write(` it could not be built, everything else works: ${reason}\n`);
  }
}

/** Beside the built files: the hash of what they were made from. */
const mark = ".source-hash";

async function hashOf(places: string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const place of places) {
    for (const file of await filesIn(place)) {
      const content = createHash("sha256").update(await readFile(file));
      hash.update(`${relative(place, file)}\n${content.digest("hex")}\n`);
    }
  }
  return hash.digest("hex");
}

async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return existsSync(place) ? [place] : [];
  const own = entries.filter(({ name }) => !/^(?:\.|dist$|node_modules$)/.test(name));
  const found = own.map((entry) => {
    const path = join(place, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
  return (await Promise.all(found)).flat().sort();
}

function isInstalled(name: string): boolean {
  try {
    return existsSync(fileURLToPath(import.meta.resolve(name)));
  } catch {
    return false;
  }
}

/** Built beside what is there and moved over it file by file, the page last: a reader or a second build never meets half of it. */
async function build(web: string, dist: string): Promise<void> {
  await mkdir(dist, { recursive: true });
  const fresh = await mkdtemp(join(dist, ".build-"));
  try {
    await runBuilder(web, fresh);
    const files = (await filesIn(fresh)).map((file) => relative(fresh, file));
    const page = "index.html";
    if (!files.includes(page)) throw new Error("the build made no page");
    for (const file of [...files.filter((one) => one !== page), page]) {
      await mkdir(dirname(join(dist, file)), { recursive: true });
      await rename(join(fresh, file), join(dist, file));
    }
    await removeOthers(dist, files);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function removeOthers(dist: string, files: string[]): Promise<void> {
  const kept = new Set(files);
  for (const file of await filesIn(dist))
    if (!kept.has(relative(dist, file))) await rm(file, { force: true });
}

async function runBuilder(web: string, folder: string): Promise<void> {
  const program = fileURLToPath(new URL("./build-dashboard.ts", import.meta.url));
  const child = spawn(process.execPath, [program, web, folder], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  let errors = "";
  // A process out of descriptors gets a child without streams.
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-10_000);
  });
  const code = await ended;
  if (code === 0) return;
  throw new Error(errors.trim().split("\n").at(-1) || `the builder ended with code ${code}`);
}

async function replaceFile(path: string, text: string): Promise<void> {
  const fresh = `${path}-${process.pid}`;
  await writeFile(fresh, text);
  await rename(fresh, path);
}
