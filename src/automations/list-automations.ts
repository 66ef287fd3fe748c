import type { Automation } from "../contract/automations.ts";
import { type Actor, permit, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { lastRuns, spentSince } from "../store/automations/automation-runs.ts";
import {
  findAutomation,
  listAutomations as listStored,
  type StoredAutomation,
} from "../store/automations/automations.ts";
import { listRepositories } from "../store/automations/code-repositories.ts";
import type { Database } from "../store/database.ts";
import { monthOf } from "./fire/spent-this-month.ts";
import { toAutomation } from "./to-automation.ts";

export type ReadDeps = { db: Database; clock: Clock };
export type AutomationAddress = { projectId: string; automationId: string };

/** A project's automations, newest first; those that were deleted are there with their records. */
export async function listAutomations(
  deps: ReadDeps,
  actor: Actor,
  projectId: string,
): Promise<Automation[]> {
  permitReading(actor, projectId);
  return describeAll(deps, projectId, await listStored(deps.db, projectId));
}

export async function showAutomation(
  deps: ReadDeps,
  actor: Actor,
  { projectId, automationId }: AutomationAddress,
): Promise<Automation> {
  permitReading(actor, projectId);
  const row = await findAutomation(deps.db, projectId, automationId);
  const [found] = row ? await describeAll(deps, projectId, [row]) : [];
  if (!found) throw notThere();
  return found;
}

/** The automation, where the actor may change it. */
export async function requireAutomation(
  db: Database,
  actor: Actor,
  { projectId, automationId }: AutomationAddress,
): Promise<StoredAutomation> {
  permit(actor, "admin", projectId);
  const row = await findAutomation(db, projectId, automationId);
  if (!row) throw notThere();
  if (row.automationState === "deleted")
    throw new AppError("conflict", "This automation was deleted: make a new one.");
  return row;
}

function notThere(): AppError {
  return new AppError("not_found", "This project has no such automation.");
}

async function describeAll(
  { db, clock }: ReadDeps,
  projectId: string,
  rows: StoredAutomation[],
): Promise<Automation[]> {
  const ids = rows.map(({ id }) => id);
  const { startsAt } = monthOf(clock.now().getTime());
  const spent = await spentSince(db, ids, startsAt);
  const last = await lastRuns(db, ids);
  const repositories = await listRepositories(db, projectId);
  const locations = new Map(repositories.map(({ id, location }) => [id, location]));
  return rows.map((row) =>
    toAutomation(row, {
      location: locations.get(row.repositoryId) ?? "",
      spentMicros: spent.get(row.id) ?? 0,
      lastRun: last.get(row.id),
    }),
  );
}
