import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isSafeBranchName, remoteNamesFile } from "../read/branch-name.ts";
import { type GitOptions, runGit } from "../run/git.ts";

type Tips = Map<string, string>;

/**
 * Brings those branches of a remote into its mirror that somebody needs: the default one, those asked for, and those
 * that are there from before. What the remote no longer has is taken away.
 */
export async function followBranches(
  url: string,
  folder: string,
  { asked, settings }: { asked: readonly string[]; settings: GitOptions },
): Promise<void> {
  const [{ head, tips: there }, here] = await Promise.all([
    remoteBranches(url, settings),
    mirroredBranches(folder),
  ]);
  await dropBranches(
    folder,
    [...here].filter(([name]) => !there.has(name)),
  );
  const followed = new Set([...startingPoints(head, there), ...asked, ...here.keys()]);
  const behind = [...followed].filter(
    (name) => there.has(name) && there.get(name) !== here.get(name),
  );
  const updates = behind.map((name) => `+refs/heads/${name}:refs/heads/${name}`);
  await fetchBranches(url, updates, { ...settings, gitDirectory: folder });
  if (head !== undefined) await pointHead(folder, head);
  await writeFile(join(folder, remoteNamesFile), [...there.keys()].slice(0, mostNames).join("\n"));
}

const mostNames = 50_000;

/** The default branch hardly ever changes, and a start of git takes longer than to see that. */
async function pointHead(folder: string, branch: string): Promise<void> {
  const now = await readFile(join(folder, "HEAD"), "utf8").catch(() => "");
  if (now === `ref: refs/heads/${branch}\n`) return;
  await runGit(["symbolic-ref", "HEAD", `refs/heads/${branch}`], { gitDirectory: folder });
}

/** Brings branches, and nothing else, from a remote into a mirror. */
export async function fetchBranches(
  url: string,
  updates: string[],
  settings: GitOptions,
): Promise<void> {
  if (updates.length === 0) return;
  const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"];
  const args = ["fetch", ...options, "--no-recurse-submodules", "--stdin", "--end-of-options", url];
  await runGit(args, { ...settings, input: `${updates.join("\n")}\n` });
}

/** All branches of a remote, and the one that it names as its default. */
async function remoteBranches(
  url: string,
  settings: GitOptions,
): Promise<{ head: string | undefined; tips: Tips }> {
  const args = ["ls-remote", "--symref", "--end-of-options", url, "HEAD", "refs/heads/*"];
  const { stdout } = await runGit(args, settings);
  const told = stdout.toString("utf8");
  const tips: Tips = new Map();
  for (const line of told.split("\n")) {
    const [id = "", ref = ""] = line.split("\t", 2);
    if (ref.startsWith(heads) && !id.startsWith("ref: ")) addTip(tips, id, ref);
  }
  const named = /^ref: refs\/heads\/(\S{1,1000})\tHEAD$/m.exec(told)?.[1];
  return { head: named !== undefined && tips.has(named) ? named : undefined, tips };
}

const heads = "refs/heads/";

function addTip(tips: Tips, id: string, ref: string): void {
  const name = ref.slice(heads.length);
  if (isSafeBranchName(name)) tips.set(name, id);
}

/** The type makes git look at the commits: a mirror that lost some is found out. */
async function mirroredBranches(folder: string): Promise<Tips> {
  const args = ["for-each-ref", "--format=%(objectname)%09%(refname)%09%(objecttype)", heads];
  const { stdout } = await runGit(args, { gitDirectory: folder });
  const tips: Tips = new Map();
  for (const line of stdout.toString("utf8").split("\n")) {
    const [id = "", ref = ""] = line.split("\t", 2);
    if (ref !== "") tips.set(ref.slice(heads.length), id);
  }
  return tips;
}

/** Where a remote names no default branch, what people then take for one: two are enough to see that it is not clear. */
function startingPoints(head: string | undefined, there: Tips): string[] {
  if (head !== undefined) return [head];
  const usual = ["main", "master"].filter((name) => there.has(name));
  return usual.length > 0 ? usual : [...there.keys()].slice(0, 2);
}

/** Only where nobody has moved them since. */
export async function dropBranches(folder: string, branches: [string, string][]): Promise<void> {
  if (branches.length === 0) return;
  const lines = branches.map(([name, id]) => `delete refs/heads/${name} ${id}\n`);
  const args = ["update-ref", "--no-deref", "--stdin"];
  await runGit(args, { gitDirectory: folder, input: lines.join("") });
}
