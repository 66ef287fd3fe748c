import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Something that browsers load, built from source. */
export type Client = {
  /** What people call it. */
  name: string;
  /** The folder with its settings for the builder; `dist` in it holds what was built. */
  folder: string;
  /** The file that is moved last, and without which nothing is built. */
  main: string;
  /** Files and folders that it is made from. */
  sources: string[];
};

type Terminal = { write(text: string): void; remark(line: string): void };

/** Builds what is missing or older than its source. Whatever goes wrong, the service works without. */
export async function ensureClients(clients: Client[], terminal: Terminal): Promise<void> {
  const stale = (await Promise.all(clients.map(staleness))).filter((one) => one !== undefined);
  if (stale.length === 0) return;
  if (!isInstalled("vite")) {
    const missing = stale.filter(({ isThere }) => !isThere).map(({ client }) => client);
    if (missing.length === 0) return;
    return terminal.remark(
      `${capital(listed(missing))} ${missing.length > 1 ? "are" : "is"} not built and the build tool is not installed: run "npm ci" without --omit=dev, then start again.`,
    );
  }
  const started = performance.now();
  terminal.write(`Building ${listed(stale.map(({ client }) => client))}…`);
  const faults: string[] = [];
  for (const { client, stamp } of stale) {
    const dist = join(client.folder, "dist");
    try {
      await build(client, dist);
      await replaceFile(join(dist, mark), stamp);
    } catch (error) {
      const [reason] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
      faults.push(`the ${client.name} could not be built, everything else works: ${reason}`);
    }
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  terminal.write(` ${faults.length === 0 ? `done in ${seconds} s` : faults.join("; ")}\n`);
}

/** Undefined for what is as its source, and for what has none here. */
async function staleness(client: Client) {
  if (!existsSync(join(client.folder, "vite.config.ts"))) return undefined;
  const dist = join(client.folder, "dist");
  const isThere = existsSync(join(dist, client.main));
  const built = await readFile(join(dist, mark), "utf8").catch(() => "");
  const [builtFrom, seen] = built.split("\n");
  const facts = factsOf(client.sources);
  if (isThere && facts === seen) return undefined;
  const hash = await hashOf(client.sources);
  const stamp = `${hash}\n${facts}`;
  if (!isThere || hash !== builtFrom) return { client, stamp, isThere };
  // Where nothing can be written, the next start reads the sources as well.
  await replaceFile(join(dist, mark), stamp).catch(() => undefined);
  return undefined;
}

/** Another word whenever a source may have changed, by names, sizes and times: to read all sources takes ten times as long. */
function factsOf(places: string[]): string {
  const facts: (string | number)[] = [];
  const note = (path: string) => {
    const entry = statSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return;
    if (!entry.isDirectory()) return void facts.push(path, entry.size, entry.mtimeMs);
    for (const name of readdirSync(path)) if (!isLeftOut(name)) note(`${path}/${name}`);
  };
  for (const place of places) note(place);
  return createHash("sha256").update(facts.join("\n")).digest("hex");
}

function isLeftOut(name: string): boolean {
  return /^(?:\.|dist$|node_modules$)/.test(name);
}

function listed(clients: Client[]): string {
  const names = clients.map(({ name }) => `the ${name}`);
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Beside the built files: the hash of what they were made from, and below it how that was last seen. */
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
  const own = entries.filter(({ name }) => !isLeftOut(name));
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

/** Built beside what is there and moved over it file by file, the main one last: a reader or a second build never meets half of it. */
async function build({ folder, main }: Client, dist: string): Promise<void> {
  await mkdir(dist, { recursive: true });
  const fresh = await mkdtemp(join(dist, ".build-"));
  try {
    await runBuilder(folder, fresh);
    const files = (await filesIn(fresh)).map((file) => relative(fresh, file));
    if (!files.includes(main)) throw new Error(`the build made no ${main}`);
    for (const file of [...files.filter((one) => one !== main), main]) {
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

async function runBuilder(source: string, folder: string): Promise<void> {
  const program = fileURLToPath(new URL("./build-client.ts", import.meta.url));
  const child = spawn(process.execPath, [program, source, folder], {
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
