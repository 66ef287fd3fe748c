import type { StoredRun } from "../../store/automations/automation-runs.ts";
import { findAutomation } from "../../store/automations/automations.ts";
import { lookSoon } from "../../store/automations/code-repositories.ts";
import type { FireDeps } from "../automation-deps.ts";

/** What came to a repository while a run was under way was left alone, and no webhook says it twice. */
export async function lookAgain(
  { db, clock }: Pick<FireDeps, "db" | "clock">,
  { projectId, automationId, material }: StoredRun,
): Promise<void> {
  if (material.kind !== "code") return;
  const automation = await findAutomation(db, projectId, automationId);
  if (automation) await lookSoon(db, automation.repositoryId, clock.now().toISOString());
}
