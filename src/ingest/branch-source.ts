import { gitDirectoryOf, isInWorkTree } from "../git/read/is-git-directory.ts";
import { runGit } from "../git/run/git.ts";
import { AppError } from "../lib/app-error.ts";
import { cleanPath } from "../lib/repository-path.ts";
import type { Database } from "../store/database.ts";
import type { Project } from "../store/docs/projects.ts";
import { editSourceId, listSources, type StoredSource } from "../store/docs/sources.ts";

/** The project's source to read another branch of: the one that jobs edit where that is said, or the only one in git. */
export async function branchSource(
  db: Database,
  { id, domain }: Project,
  branch: string,
): Promise<StoredSource> {
  const named = await editSourceId(db, id);
  const sources = await listSources(db, id);
  const inGit: StoredSource[] = [];
  for (const source of sources.filter((one) => named === null || one.id === named)) {
    const found = await asGitSource(source);
    if (found) inGit.push({ ...found, branch });
  }
  const [source] = inGit;
  if (source !== undefined && inGit.length === 1) return source;
  throw new AppError(
    "conflict",
    source === undefined
      ? `The project ${domain} has no git source, so there is no branch to read.`
      : `The project ${domain} has several git sources: say which one is meant with "docent projects update --domain ${domain} --edit-source ID".`,
  );
}

/** A folder in a work tree is read through the repository around it. */
async function asGitSource(source: StoredSource): Promise<StoredSource | undefined> {
  if (source.kind === "git") return source;
  const folder = source.location;
  if (!(await isInWorkTree(folder))) return undefined;
  const { stdout } = await runGit(["rev-parse", "--show-prefix"], { cwd: folder });
  const prefix = stdout.toString("utf8").replace(/\n$/, "");
  const subfolder = cleanPath(`${prefix}${source.subfolder}`);
  return { ...source, kind: "git", location: await gitDirectoryOf(folder), subfolder };
}
