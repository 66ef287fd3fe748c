import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** The version of the package in a folder, with the commit where the folder is a clone: `docent 1.2.0 (4f2a9c1d)`. */
export async function versionText(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const commit = await commitOf(root);
  return `docent ${version}${commit === undefined ? "" : ` (${commit.slice(0, 8)})`}`;
}

/** Read as git keeps it: to ask git would take longer than all the rest. */
async function commitOf(root: string): Promise<string | undefined> {
  const folder = await gitFolder(root);
  const head = await textOf(join(folder, "HEAD"));
  const ref = head?.startsWith("ref: ") ? head.slice("ref: ".length) : undefined;
  if (ref === undefined) return asCommit(head);
  // The branches of a clone with several work trees are in the folder that these share.
  const shared = resolve(folder, (await textOf(join(folder, "commondir"))) ?? ".");
  return asCommit((await textOf(join(shared, ref))) ?? (await packedRef(shared, ref)));
}

async function gitFolder(root: string): Promise<string> {
  const place = join(root, ".git");
  const named = /^gitdir: (.+)$/.exec((await textOf(place)) ?? "")?.[1];
  return named === undefined ? place : resolve(root, named);
}

async function packedRef(folder: string, ref: string): Promise<string | undefined> {
  const lines = (await textOf(join(folder, "packed-refs")))?.split("\n") ?? [];
  return lines.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
}

function asCommit(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{40,64}$/.test(text) ? text : undefined;
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}
