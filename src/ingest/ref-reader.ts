import { gitDirectoryOf, prefixInWorkTree } from "../git/read/is-git-directory.ts";
import type { GitAccess } from "../git/run/git-access.ts";
import { AppError } from "../lib/app-error.ts";
import { cleanPath } from "../lib/repository-path.ts";
import { untilAborted } from "../lib/until-aborted.ts";
import type { RevisionOfRef } from "../search/revision-of-ref.ts";
import type { Database } from "../store/database.ts";
import type { Project } from "../store/docs/projects.ts";
import {
  insertRefRevision,
  makeRoomForRef,
  type NewRefRevision,
  type RefDocs,
  touchRefRevision,
} from "../store/docs/ref-revisions.ts";
import { compare } from "../store/docs/revision-pages.ts";
import { countPages, pathsOfOthers } from "../store/docs/revisions.ts";
import { editSourceId, listSources, type StoredSource } from "../store/docs/sources.ts";
import { type ReadDeps, readPages } from "./pages/read-pages.ts";
import { snapshotOf } from "./sources/git-repo.ts";
import { type OpenedRef, openRef } from "./sources/open-ref.ts";
import type { SourceSnapshot } from "./sources/source.ts";
import type { SourceLimits } from "./sources/source-limits.ts";
import { sourceOptions } from "./sync-stored-source.ts";

type Deps = ReadDeps & { mirrorFolder: string; access: GitAccess; limits: SourceLimits };

const mostOfProject = 12;
const mostInAll = 60;
/** One that was used just now is not dropped for another: whoever has its id may be about to search in it. */
const restMs = 120_000;
/** So often at most it is written down that one is in use. */
const noteMs = 15_000;

/** Reads branches and commits into revisions of their own. The store knows which there are, so that all nodes share them. */
export function createRefReader(deps: Deps): RevisionOfRef {
  const reading = new Map<string, Promise<string>>();
  const before = (ms: number) => new Date(deps.clock.now().getTime() - ms).toISOString();

  /** Whoever asks while it is being read shares the read; it goes on when the first of them leaves. */
  function readOnce(input: Read): Promise<string> {
    const key = JSON.stringify(input.docs);
    const known = reading.get(key) ?? readRef(deps, input, { before });
    reading.set(key, known);
    const forget = () => void (reading.get(key) === known && reading.delete(key));
    known.then(forget, forget);
    return known;
  }

  return async ({ project, ref }, signal) => {
    const stored = await refSource(deps.db, project);
    const opened = await openRef(await sourceOptions(deps, stored), ref, signal);
    if (opened === undefined) throw unknownRef();
    const docs: RefDocs = {
      projectId: project.id,
      sourceId: stored.id,
      commitId: opened.commit,
      baseRevisionId: project.currentRevisionId ?? "",
    };
    const times = { now: before(0), since: before(noteMs) };
    const known = await touchRefRevision(deps.db, docs, times);
    const revisionId = known ?? (await untilAborted(readOnce({ stored, opened, docs }), signal));
    return { revisionId, commit: opened.commit };
  };
}

type Read = { stored: StoredSource; opened: OpenedRef; docs: RefDocs };

/** Only files that differ from those of the project's revision are read, and only pages that do are written. */
async function readRef(
  deps: Deps,
  { stored, opened, docs }: Read,
  { before: ago }: { before(ms: number): string },
): Promise<string> {
  await requireRoom(deps.db, docs.projectId, ago(restMs));
  deps.reader?.wake?.();
  const snapshot = await snapshotOf(opened, stored);
  const insert = async (base: string | null) => {
    const found = await differenceTo(deps, { stored, snapshot }, base);
    return insertRefRevision(deps.db, { ...docs, ...found, at: ago(0) });
  };
  // While the pages were read, syncs may have gone on and dropped what they were compared with.
  const revisionId = (await insert(docs.baseRevisionId || null)) ?? (await insert(null));
  if (revisionId === undefined) throw new Error("a revision without a base has not been written");
  return revisionId;
}

/** What the project's docs have otherwise than in a revision when the snapshot is in place of its source. */
async function differenceTo(
  { db, ...deps }: Deps,
  { stored, snapshot }: { stored: StoredSource; snapshot: SourceSnapshot },
  baseId: string | null,
): Promise<Pick<NewRefRevision, "over" | "difference" | "pageCount">> {
  const read = await readPages({ db, ...deps }, { stored, snapshot, baseId });
  const { before, after, baseId: over } = read;
  const known = new Set(before.map(({ path }) => path));
  const fresh = after.map(({ path }) => path).filter((path) => !known.has(path));
  const others = { revisionId: over ?? "", sourceId: stored.id, paths: fresh };
  const taken = new Set(await pathsOfOthers(db, others));
  const pages = after.filter(({ path }) => !taken.has(path));
  const count = over === null ? 0 : await countPages(db, over);
  const pageCount = count + pages.length - before.length;
  return { over, difference: compare(before, pages), pageCount };
}

async function requireRoom(db: Database, projectId: string, usedBefore: string): Promise<void> {
  const inProject = await makeRoomForRef(db, { projectId, most: mostOfProject, usedBefore });
  if (inProject && (await makeRoomForRef(db, { most: mostInAll, usedBefore }))) return;
  throw new AppError(
    "unavailable",
    "Too many branches and commits are being asked about at this moment. Please try again in two minutes.",
    { retryAfterSeconds: restMs / 1_000 },
  );
}

function unknownRef(): AppError {
  return new AppError(
    "not_found",
    "The project's git source has no such branch or commit. Name a branch that has been pushed, or a commit by its full id.",
  );
}

/** The project's source to read a branch of: the one that jobs edit where that is said, or the only one in git. */
async function refSource(db: Database, { id, domain }: Project): Promise<StoredSource> {
  const named = await editSourceId(db, id);
  const sources = await listSources(db, id);
  const inGit: StoredSource[] = [];
  for (const source of sources.filter((one) => named === null || one.id === named)) {
    const found = await asGitSource(source);
    if (found) inGit.push(found);
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
export async function asGitSource(source: StoredSource): Promise<StoredSource | undefined> {
  if (source.kind === "git") return source;
  const prefix = await prefixInWorkTree(source.location);
  if (prefix === undefined) return undefined;
  const subfolder = cleanPath(`${prefix}${source.subfolder}`);
  return { ...source, kind: "git", location: await gitDirectoryOf(source.location), subfolder };
}
