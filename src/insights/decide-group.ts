import type { QuestionGroup } from "../contract/insights/groups.ts";
import { type Actor, nameOf, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { reloadCentres } from "../store/insights/group-turns.ts";
import { findGroup } from "../store/insights/groups.ts";
import { mergeGroupRows } from "../store/insights/merge-group-rows.ts";
import { moveGroup, writeNote } from "../store/insights/move-group.ts";
import { describeGroup, type GroupAddress, type GroupDeps, requireGroup } from "./show-group.ts";

/** "Not our docs": the group takes in what else is asked of its kind, and bothers nobody. */
export async function closeGroup(
  deps: GroupDeps,
  actor: Actor,
  { reason, ...address }: GroupAddress & { reason: string },
): Promise<QuestionGroup> {
  permit(actor, "admin", address.projectId);
  const event = { kind: "closed", by: nameOf(actor), text: reason } as const;
  const from = ["open", "in-work", "watched", "answered"] as const;
  const move = { ...address, from, to: "closed", event, at: now(deps) } as const;
  await deps.db.transaction().execute((trx) => moveGroup(trx, move));
  return changed(deps, address);
}

export async function reopenGroup(
  deps: GroupDeps,
  actor: Actor,
  address: GroupAddress,
): Promise<QuestionGroup> {
  permit(actor, "admin", address.projectId);
  const event = { kind: "reopened", by: nameOf(actor), text: "" } as const;
  const from = ["closed", "answered", "watched"] as const;
  const move = { ...address, from, to: "open", event, at: now(deps) } as const;
  await deps.db.transaction().execute((trx) => moveGroup(trx, move));
  return changed(deps, address);
}

export async function noteGroup(
  deps: GroupDeps,
  actor: Actor,
  { note, ...address }: GroupAddress & { note: string },
): Promise<QuestionGroup> {
  permit(actor, "admin", address.projectId);
  const group = await requireGroup(deps.db, address);
  const noted = { note, by: nameOf(actor), at: now(deps) };
  if (note !== group.note)
    await deps.db.transaction().execute((trx) => writeNote(trx, group, noted));
  return changed(deps, address);
}

/** They stay together: what is asked later of either kind comes into the one that is kept. */
export async function mergeGroups(
  deps: GroupDeps,
  actor: Actor,
  { into: intoId, ...address }: GroupAddress & { into: string },
): Promise<QuestionGroup> {
  permit(actor, "admin", address.projectId);
  const { projectId, groupId } = address;
  await requireGroup(deps.db, address);
  await requireGroup(deps.db, { projectId, groupId: intoId });
  await deps.db.transaction().execute(async (trx) => {
    await reloadCentres(trx, projectId);
    const from = await findGroup(trx, projectId, groupId);
    const into = await findGroup(trx, projectId, intoId);
    if (!from || !into) return;
    if (from.id === into.id)
      throw new AppError("conflict", "They are one group already: choose another one.");
    if (from.state === "in-work")
      throw new AppError(
        "conflict",
        "A job works on this group: merge the other one into it, or wait until the job has ended.",
      );
    await mergeGroupRows(trx, { from, into, by: nameOf(actor), at: now(deps) });
  });
  return changed(deps, { projectId, groupId: intoId });
}

function now({ clock }: GroupDeps): string {
  return clock.now().toISOString();
}

async function changed(deps: GroupDeps, address: GroupAddress): Promise<QuestionGroup> {
  return describeGroup(deps, await requireGroup(deps.db, address));
}
