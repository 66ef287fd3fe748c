import { AppError } from "../../lib/app-error.ts";
import type { Database, DatabaseTransaction } from "../../store/database.ts";
import { findGroup, type GroupRow } from "../../store/insights/groups.ts";
import { moveGroup } from "../../store/insights/move-group.ts";

export type GroupAddress = { projectId: string; groupId: string };

/** Of a merged group, the one that its questions are in now. */
export async function requireGroupOfProject(
  db: Database,
  { projectId, groupId }: GroupAddress,
): Promise<GroupRow> {
  const group = groupId.includes("\0") ? undefined : await findGroup(db, projectId, groupId);
  if (group) return group;
  throw new AppError("not_found", "There is no such group: its questions may have been deleted.");
}

type Taking = GroupAddress & { jobId: string; by: string; at: string };

/** A group is worked on by one job at a time. */
export async function takeGroup(
  trx: DatabaseTransaction,
  { jobId, by, at, ...address }: Taking,
): Promise<void> {
  const group = await requireGroupOfProject(trx, address);
  const from = ["open", "watched", "answered"] as const;
  const event = { kind: "job-started", by, text: "", jobId } as const;
  if (await moveGroup(trx, { ...address, from, to: "in-work", event, at })) return;
  throw new AppError("conflict", group.state === "closed" ? closed : taken);
}

const closed = "This group is closed: reopen it before a job is started for it.";
const taken =
  "A job works on this group already, or its change waits for a decision: send that job a message, or decide about its change first.";
