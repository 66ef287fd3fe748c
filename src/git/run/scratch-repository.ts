import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "./git.ts";
import { plainLayout } from "./plain-layout.ts";

export type ScratchRepository = {
  gitDirectory: string;
  objectDirectory: string;
};

/**
 * Lends an empty repository of our own that has the objects of another. What runs in it sees none of the other's
 * config, attributes and refs, where merge drivers can be planted. The objects it writes go to the other with
 * `keep`, and are thrown away without. `objects` is the other's folder of them.
 */
export async function withScratchRepository<T>(
  repository: string,
  { keep }: { keep: boolean },
  use: (scratch: ScratchRepository, objects: string) => Promise<T>,
): Promise<T> {
  const { format, objects, shallow } = await placesOf(repository);
  await removeAbandoned(tmpdir(), prefix);
  const gitDirectory = await mkdtemp(join(tmpdir(), prefix));
  try {
    await initRepository(gitDirectory, format);
    await copyShallow(shallow, gitDirectory);
    if (keep) return await use({ gitDirectory, objectDirectory: objects }, objects);
    const objectDirectory = join(gitDirectory, "objects");
    await mkdir(join(objectDirectory, "info"), { recursive: true });
    await writeFile(join(objectDirectory, "info", "alternates"), `${objects}\n`);
    return await use({ gitDirectory, objectDirectory }, objects);
  } finally {
    // On Windows a file that was closed a moment ago may still be held.
    await rm(gitDirectory, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Places = { format: string; objects: string; shallow: string };

async function placesOf(repository: string): Promise<Places> {
  const plain = await plainLayout(repository);
  if (plain !== undefined) return { ...plain, format: "sha1" };
  const args = ["rev-parse", "--path-format=absolute", "--show-object-format"];
  const places = ["--git-path", "objects", "--git-path", "shallow"];
  const { stdout } = await runGit([...args, ...places], { gitDirectory: repository });
  const [format = "", objects = "", shallow = ""] = stdout.toString("utf8").split("\n");
  return { format, objects, shallow };
}

const prefix = "docent-scratch-";
const abandonedAfterMs = 60 * 60 * 1000;

/** What a killed process left behind in a folder, under names that begin like this. */
export async function removeAbandoned(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((name) => name.startsWith(prefix))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}

/**
 * An empty bare repository with `main` as its branch, straight in the folder, as gitrepository-layout describes it. Written without
 * git, whose start takes longer than all else, and without hooks: those run on the far side of a local push, where our settings do not reach.
 */
export async function initRepository(folder: string, format = "sha1"): Promise<void> {
  const folders = ["objects/info", "objects/pack", "refs/heads", "refs/tags"];
  for (const one of folders) await mkdir(join(folder, one), { recursive: true });
  const version = format === "sha1" ? 0 : 1;
  const extensions = format === "sha1" ? "" : `[extensions]\n\tobjectformat = ${format}\n`;
  const core = `[core]\n\trepositoryformatversion = ${version}\n\tfilemode = true\n\tbare = true\n`;
  await writeFile(join(folder, "config"), core + extensions);
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
}

/** Without it a clone that was cut short looks as if commits were missing. */
async function copyShallow(shallow: string, gitDirectory: string): Promise<void> {
  try {
    await copyFile(shallow, join(gitDirectory, "shallow"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code !== "ENOENT") throw error;
  }
}
