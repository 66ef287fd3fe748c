import type { Actor } from "../lib/actor.ts";
import { findOpenRun, updateRun } from "../store/automations/automation-runs.ts";
import { updateAutomation } from "../store/automations/automations.ts";
import { automationWord } from "./automation-deps.ts";
import { nextSchedule } from "./fire/fire-schedules.ts";
import { type AutomationAddress, requireAutomation } from "./list-automations.ts";
import type { SaveDeps } from "./save-automation.ts";

/** Nothing makes it start until it is resumed; a job that runs goes on. */
export async function pauseAutomation(
  deps: SaveDeps,
  actor: Actor,
  address: AutomationAddress,
): Promise<void> {
  const { id } = await requireAutomation(deps.db, actor, address);
  await updateAutomation(deps.db, id, { automationState: "paused", updatedAt: now(deps) });
}

/** Its schedule counts from now: what was due meanwhile is not made up for. What was pushed meanwhile is. */
export async function resumeAutomation(
  deps: SaveDeps,
  actor: Actor,
  address: AutomationAddress,
): Promise<void> {
  const { id, spec, automationState } = await requireAutomation(deps.db, actor, address);
  if (automationState === "on") return;
  const nextAt = nextSchedule(spec.trigger, deps.clock.now().getTime());
  await updateAutomation(deps.db, id, { automationState: "on", nextAt, updatedAt: now(deps) });
  deps.wake.notify(automationWord);
}

/** It is gone from then on; its runs stay on record, and a job that runs goes on. */
export async function deleteAutomation(
  deps: SaveDeps,
  actor: Actor,
  address: AutomationAddress,
): Promise<void> {
  const { id } = await requireAutomation(deps.db, actor, address);
  const at = now(deps);
  await updateAutomation(deps.db, id, { automationState: "deleted", nextAt: null, updatedAt: at });
  const waiting = await findOpenRun(deps.db, id);
  if (waiting?.runState !== "waiting" || waiting.plan) return;
  const ending = { runState: "ended", result: "skipped", endedAt: at } as const;
  await updateRun(deps.db, waiting, { ...ending, told: "The automation was deleted." });
}

function now({ clock }: SaveDeps): string {
  return clock.now().toISOString();
}
