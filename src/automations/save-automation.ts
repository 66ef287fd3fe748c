import { type AutomationSpec, mostAutomations } from "../contract/automations.ts";
import { type Actor, nameOf, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { Wake } from "../lib/wake.ts";
import {
  countAutomations,
  insertAutomation,
  updateAutomation,
} from "../store/automations/automations.ts";
import { findRepository, lookSoon } from "../store/automations/code-repositories.ts";
import type { Database } from "../store/database.ts";
import { automationWord } from "./automation-deps.ts";
import { openZone } from "./cron/time-zone.ts";
import { nextSchedule } from "./fire/fire-schedules.ts";
import { type AutomationAddress, requireAutomation } from "./list-automations.ts";
import { requirePlaceholders } from "./material/fill-template.ts";
import { docsFoldersIn } from "./own-docs.ts";

export type SaveDeps = { db: Database; clock: Clock; wake: Wake };

/** Makes an automation. It is on at once: its schedule counts from now, and so do pushes. */
export async function createAutomation(
  deps: SaveDeps,
  actor: Actor,
  { projectId, spec }: { projectId: string; spec: AutomationSpec },
): Promise<string> {
  permit(actor, "admin", projectId);
  const { db } = deps;
  await requireSpec(db, projectId, spec);
  if ((await countAutomations(db, projectId)) >= mostAutomations)
    throw new AppError(
      "conflict",
      `A project has at most ${mostAutomations} automations: delete one first.`,
    );
  const now = deps.clock.now();
  const at = now.toISOString();
  const id = newId("aut");
  await insertAutomation(db, {
    ...{ id, projectId, spec, ...startOf(spec), automationState: "on" },
    ...{ nextAt: nextSchedule(spec.trigger, now.getTime()), seenCommit: "", error: "" },
    ...{ createdBy: nameOf(actor), createdAt: at, updatedAt: at },
  });
  await wakeUp(deps, spec, at);
  return id;
}

/** Changes an automation as a whole. A schedule counts from now; a repository that is another one is looked at from now. */
export async function changeAutomation(
  deps: SaveDeps,
  actor: Actor,
  { spec, ...address }: AutomationAddress & { spec: AutomationSpec },
): Promise<void> {
  const before = await requireAutomation(deps.db, actor, address);
  await requireSpec(deps.db, address.projectId, spec);
  const now = deps.clock.now();
  const start = startOf(spec);
  await updateAutomation(deps.db, before.id, {
    ...{ spec, ...start, error: "", updatedAt: now.toISOString() },
    nextAt: nextSchedule(spec.trigger, now.getTime()),
    ...(start.repositoryId !== before.repositoryId && { seenCommit: "" }),
  });
  await wakeUp(deps, spec, now.toISOString());
}

function startOf({ trigger }: AutomationSpec) {
  const repositoryId = trigger.kind === "code" ? trigger.repositoryId : "";
  return { triggerKind: trigger.kind, repositoryId };
}

/** All that a schema cannot see: whether times and zones exist, and what the instruction and the trigger name. */
export async function requireSpec(
  db: Database,
  projectId: string,
  { trigger, instruction, limits }: AutomationSpec,
): Promise<void> {
  requirePlaceholders(instruction, trigger);
  if (trigger.kind === "schedule" && nextSchedule(trigger, Date.now()) === null)
    throw new AppError("invalid_request", "This schedule is never due.");
  if (limits.quietHours) openZone(limits.quietHours.timeZone, "limits.quietHours.timeZone");
  if (trigger.kind !== "code") return;
  const repository = await findRepository(db, trigger.repositoryId);
  if (repository?.projectId !== projectId)
    throw invalid(
      "trigger.repositoryId",
      "The project has no such code repository: an owner adds one first.",
    );
  const isAllDocs = (await docsFoldersIn(db, repository)).includes("");
  if (isAllDocs && trigger.paths.length === 0)
    throw invalid(
      "trigger.paths",
      "The docs are all over this repository, so that a merged change of the automation would start it again: say by patterns which files are code.",
    );
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid_request", message, { details: [{ path, message }] });
}

async function wakeUp({ db, wake }: SaveDeps, { trigger }: AutomationSpec, now: string) {
  if (trigger.kind === "code") await lookSoon(db, trigger.repositoryId, now);
  wake.notify(automationWord);
}
