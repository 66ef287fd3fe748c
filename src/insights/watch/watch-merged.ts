import type { RepositoryOf } from "../../forge/edited-repository.ts";
import { stripIdentity } from "../../gate/questions/strip-identity.ts";
import { containsCommit, isCommitId } from "../../git/read/resolve-commit.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../store/database.ts";
import {
  answeredSince,
  type GroupWork,
  groupsWithWork,
  joinedSince,
  type LaterQuestion,
  revisionRow,
  type WorkChange,
} from "../../store/insights/group-work.ts";
import { moveGroup } from "../../store/insights/move-group.ts";
import { shortLine } from "../../text/markdown-writing.ts";
import { visibleLine } from "../../text/safe/visible-text.ts";

export type WatchDeps = {
  db: Database;
  clock: Clock;
  repositoryOf: RepositoryOf;
  /** The group that each question would come into. */
  kindOf(projectId: string, questions: string[]): Promise<(string | undefined)[]>;
  /** What is wrong with one group holds up no other. */
  onFault(error: unknown): void;
};

/** Where the look at a group's answered questions goes on: what was looked at does not become another one's. */
export type Looked = Map<string, string>;

const longestQuestion = 300;

/**
 * Decides about groups whose change was merged by what readers have asked since, of the docs with that change in them:
 * a question of the kind that is not answered opens the group again, and one that is answered closes it.
 */
export async function watchMerged(deps: WatchDeps, looked: Looked): Promise<void> {
  for (const work of await groupsWithWork(deps.db, ["watched", "answered"]))
    if (work.change?.state === "merged")
      await watchGroup(deps, { ...work, change: work.change }, looked).catch(deps.onFault);
}

type Merged = GroupWork & { change: WorkChange };

async function watchGroup(deps: WatchDeps, work: Merged, looked: Looked): Promise<void> {
  const { db, clock } = deps;
  const { groupId, projectId, jobId, state, change } = work;
  const holds = changeHolder(deps, work);
  const at = clock.now().toISOString();
  const by = { by: "", jobId, change: change.number };
  const since = state === "answered" ? work.stateSince : change.updatedAt;
  const open = await firstOf(await joinedSince(db, groupId, since), holds);
  const move = { projectId, groupId, from: [state], at };
  if (open) {
    const event = { kind: "reopened", text: told(open), ...by } as const;
    await db.transaction().execute((trx) => moveGroup(trx, { ...move, to: "open", event }));
    return;
  }
  if (state !== "watched") return;
  const answered = await firstOf(await answeredOfKind(deps, work, looked), holds);
  if (!answered) return;
  const event = { kind: "answered", text: told(answered), ...by } as const;
  await db.transaction().execute((trx) => moveGroup(trx, { ...move, to: "answered", event }));
}

async function answeredOfKind(
  { db, kindOf }: WatchDeps,
  { groupId, projectId, change }: Merged,
  looked: Looked,
): Promise<LaterQuestion[]> {
  const answered = await answeredSince(db, projectId, looked.get(groupId) ?? change.updatedAt);
  const last = answered.at(-1);
  if (!last) return [];
  const kinds = await kindOf(
    projectId,
    answered.map(({ question }) => question),
  );
  looked.set(groupId, last.createdAt);
  return answered.filter((_, index) => kinds[index] === groupId);
}

async function firstOf(
  questions: LaterQuestion[],
  holds: (revisionId: string | null) => Promise<boolean>,
): Promise<LaterQuestion | undefined> {
  for (const one of questions) if (await holds(one.revisionId)) return one;
  return undefined;
}

/** Whether a revision of the docs has a merged change in it: readers are answered from older ones until the next sync. */
function changeHolder({ db, repositoryOf }: WatchDeps, { projectId, change }: Merged) {
  const known = new Map<string, Promise<boolean>>();
  const look = async (revisionId: string): Promise<boolean> => {
    const revision = await revisionRow(db, revisionId);
    if (!revision) return false;
    const commits = Object.values(revision.commits).filter(isCommitId);
    if (commits.length === 0) return revision.createdAt >= change.updatedAt;
    const { path } = await repositoryOf(projectId);
    for (const commit of commits)
      for (const part of [change.mergeCommit, change.headCommit].filter(isCommitId))
        if (await isWithin(path, commit, part)) return true;
    return false;
  };
  return (revisionId: string | null): Promise<boolean> => {
    if (revisionId === null) return Promise.resolve(false);
    const holds = known.get(revisionId) ?? look(revisionId);
    known.set(revisionId, holds);
    return holds;
  };
}

/** A commit of another source's repository is in none of ours. */
async function isWithin(path: string, tip: string, commit: string): Promise<boolean> {
  return containsCommit(path, tip, commit).catch((error) => {
    if (error instanceof AppError) return false;
    throw error;
  });
}

function told({ question }: LaterQuestion): string {
  return shortLine(visibleLine(stripIdentity(question)), longestQuestion);
}
