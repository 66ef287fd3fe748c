import { newId } from "../../lib/ids.ts";
import { insertRun, knownCauses } from "../../store/automations/automation-runs.ts";
import { activeAutomations } from "../../store/automations/automations.ts";
import type { FireDeps, GroupFacts } from "../automation-deps.ts";

const mostAtOnce = 20;

/** Makes a run for each group that has reached its number: once, and once more after it was opened again. */
export async function fireGroups(deps: FireDeps): Promise<void> {
  for (const { id, projectId, spec } of await activeAutomations(deps.db, "group")) {
    if (spec.trigger.kind !== "group") continue;
    const groups = await deps.groups.reaching(projectId, spec.trigger.count);
    const known = await knownCauses(deps.db, id, groups.map(causeOf));
    const news = groups.filter((group) => !known.has(causeOf(group)));
    for (const group of news.slice(0, mostAtOnce))
      await insertRun(deps.db, {
        ...{ id: newId("run"), automationId: id, projectId, subject: group.id },
        cause: causeOf(group),
        why: `${group.count} questions are asked about ${group.name || "the same"}.`,
        material: { kind: "group", groupId: group.id },
        createdAt: deps.clock.now().toISOString(),
      });
  }
}

function causeOf({ id, opened }: GroupFacts): string {
  return `group ${id} ${opened}`;
}
