import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Map<string, Promise<string>>();
let root: Promise<string> | undefined;

/** Fills a new folder with a copy of what `make` makes, once for each key: a start of git costs more than a copy. */
export async function copyOfMade(
  key: string,
  folder: string,
  make: (folder: string) => Promise<unknown>,
): Promise<void> {
  const name = createHash("sha256").update(key).digest("hex").slice(0, 32);
  const known = made.get(name) ?? makeApart(name, make);
  made.set(name, known);
  await cp(await known, folder, { recursive: true });
}

async function makeApart(name: string, make: (folder: string) => Promise<unknown>) {
  root ??= makeRoot();
  const folder = join(await root, name);
  await make(folder);
  return folder;
}

async function makeRoot(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "docent-made-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
