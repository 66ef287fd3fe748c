import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../store/database.ts";
import {
  addGroupEventOnce,
  type GroupWork,
  groupsWithWork,
} from "../../store/insights/group-work.ts";
import { type GroupMove, moveGroup } from "../../store/insights/move-group.ts";
import { findProof } from "../../store/jobs/proofs.ts";

export type FollowDeps = {
  db: Database;
  clock: Clock;
  /** Looks whether the open changes of a project were merged or dropped by hand. */
  refreshChanges(projectId: string): Promise<void>;
  /** What is wrong with one group holds up no other. */
  onFault(error: unknown): void;
};

/**
 * Brings groups to where the changes for them are: in work while one is open, watched once it is merged, open again when
 * it was dropped or the job ended without one. What is true decides, so it may be done again at any time, by any node.
 */
export async function followChanges(deps: FollowDeps): Promise<void> {
  const { db } = deps;
  const before = await groupsWithWork(db, ["in-work"]);
  const open = before.filter(({ change }) => change?.state === "open");
  for (const projectId of new Set(open.map((work) => work.projectId)))
    await deps.refreshChanges(projectId);
  for (const work of await groupsWithWork(db, ["open", "in-work"]))
    await followChange(deps, work).catch(deps.onFault);
}

async function followChange({ db, clock }: FollowDeps, work: GroupWork): Promise<void> {
  const { projectId, groupId, jobId, jobState, state, change } = work;
  const place = { projectId, groupId, at: clock.now().toISOString() };
  const by = { by: "", jobId, change: change?.number ?? 0 };
  const move = async (to: Pick<GroupMove, "to" | "event">) => {
    await db.transaction().execute((trx) => moveGroup(trx, { ...place, from: [state], ...to }));
  };
  if (change?.state === "open") {
    const text = (await findProof(db, jobId))?.sentence ?? "";
    const event = { kind: "change-proposed", text, ...by } as const;
    if (state === "open") return move({ to: "in-work", event });
    return addGroupEventOnce(db, { groupId, event, at: place.at });
  }
  if (state !== "in-work" || jobState !== "halted") return;
  if (change?.state === "merged")
    return move({ to: "watched", event: { kind: "change-merged", text: "", ...by } });
  const text = change ? "" : "The job ended without a change.";
  return move({ to: "open", event: { kind: "change-dropped", text, ...by } });
}
