import { type Actor, nameOf } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { newId } from "../lib/ids.ts";
import type { Wake } from "../lib/wake.ts";
import { findOpenRun, insertRun } from "../store/automations/automation-runs.ts";
import { passCommit } from "../store/automations/automations.ts";
import { automationWord } from "./automation-deps.ts";
import type { MessageDeps } from "./fire/run-messages.ts";
import { type AutomationAddress, requireAutomation } from "./list-automations.ts";
import { sampleMaterial } from "./sample-material.ts";

/** Starts an automation now, with what there is. Its limits hold as ever; a paused one runs this once it is resumed. */
export async function runNow(
  deps: MessageDeps & { wake: Wake },
  actor: Actor,
  address: AutomationAddress,
): Promise<string> {
  const { id, projectId, spec, seenCommit } = await requireAutomation(deps.db, actor, address);
  const sample = { trigger: spec.trigger, seenCommit };
  const { material, subject, about } = await sampleMaterial(deps, projectId, sample);
  const runId = newId("run");
  await deps.db.transaction().execute(async (trx) => {
    if (material.kind === "code")
      await passCommit(trx, id, { from: seenCommit, to: material.to, states: ["on", "paused"] });
    if (await findOpenRun(trx, id, subject))
      throw new AppError("conflict", "A run of this automation is under way: wait for its end.");
    await insertRun(trx, {
      ...{ id: runId, automationId: id, projectId, subject, material, cause: `by hand ${runId}` },
      why: `Started by ${nameOf(actor)}. ${about}`.trim(),
      createdAt: deps.clock.now().toISOString(),
    });
  });
  deps.wake.notify(automationWord);
  return runId;
}
