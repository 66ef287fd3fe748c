import type { Automation, AutomationRun } from "../contract/automations.ts";
import type { StoredRun } from "../store/automations/automation-runs.ts";
import type { StoredAutomation } from "../store/automations/automations.ts";
import { automationWords } from "./automation-words.ts";

export type AutomationFacts = {
  location: string;
  spentMicros: number;
  lastRun: StoredRun | undefined;
};

export function toAutomation(row: StoredAutomation, facts: AutomationFacts): Automation {
  const { id, spec, automationState: state, nextAt, error, createdBy, createdAt, updatedAt } = row;
  return {
    ...{ id, ...spec, state, error, createdBy, createdAt, updatedAt },
    words: automationWords(spec.trigger, facts.location),
    nextAt: state === "on" ? nextAt : null,
    spentUsd: facts.spentMicros / 1_000_000,
    lastRun: facts.lastRun ? toRun(facts.lastRun, spec.name) : null,
  };
}

export function toRun(row: StoredRun, automation: string): AutomationRun {
  const { id, automationId, runState: state, result, why, told, createdAt, endedAt } = row;
  return {
    ...{ id, automationId, automation, state, result, why, told, createdAt, endedAt },
    sessionId: row.jobId,
    isFollowUp: row.plan?.kind === "follow",
    change: row.changeNumber,
    costUsd: row.costMicros / 1_000_000,
  };
}
