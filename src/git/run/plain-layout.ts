import { lstat, readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

/** Where a repository of the usual form keeps its things. */
export type PlainLayout = {
  objects: string;
  shallow: string;
  /** It has no work tree, linked ones included. */
  isBare: boolean;
};

const mostConfigBytes = 64 * 1024;

/**
 * Read from the repository's files, since to start git takes longer than all that follows. Undefined where only git can
 * tell: a linked work tree, objects of another format, a config that it reads in another way.
 */
export async function plainLayout(repository: string): Promise<PlainLayout | undefined> {
  if (!isAbsolute(repository)) return undefined;
  const look = (name: string) => lstat(join(repository, name)).catch(() => undefined);
  const names = ["config", "HEAD", "objects", "refs", "commondir", "worktrees"];
  const [config, head, objects, refs, common, linked] = await Promise.all(names.map(look));
  if (!config?.isFile() || config.size > mostConfigBytes || !head?.isFile()) return undefined;
  if (!objects?.isDirectory() || !refs?.isDirectory() || common !== undefined) return undefined;
  const text = await readFile(join(repository, "config"), "latin1").catch(() => "");
  if (!/^[\t ]*repositoryformatversion = 0$/m.test(text)) return undefined;
  if (/extensions|objectformat|include|worktree|\\/i.test(text)) return undefined;
  const bare = text.match(/bare.*/gi) ?? [];
  return {
    objects: join(repository, "objects"),
    shallow: join(repository, "shallow"),
    isBare: linked === undefined && bare.length === 1 && /^bare = true\s*$/.test(bare[0] ?? ""),
  };
}
