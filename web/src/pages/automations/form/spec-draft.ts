import type { AutomationSpec, AutomationTrigger } from "../../../../../src/contract/automations.ts";

/** An automation while somebody writes it: every field as text. */
export type SpecDraft = {
  name: string;
  kind: AutomationTrigger["kind"];
  cron: string;
  timeZone: string;
  on: "push" | "merge";
  repositoryId: string;
  paths: string;
  count: string;
  instruction: string;
  usdPerRun: string;
  usdPerMonth: string;
  openChanges: string;
  hasQuietHours: boolean;
  quietFrom: string;
  quietTo: string;
  asDraft: boolean;
  model: "sonnet" | "opus";
};

/** What an automation begins with, by what starts it. */
export const templates: Record<AutomationTrigger["kind"], string> = {
  schedule:
    "Look through the docs for pages that contradict each other, steps that no longer work and links that lead nowhere, and repair what you can be sure of. Where nothing has to change, change nothing and say so.",
  code: "Bring the docs up to date with what changed in the code.\n\nCommit messages: {{commits}}\n\nChanged lines: {{diff}}\n\nChange only what readers have to know. Where nothing in the docs has to change, change nothing and say so.",
  group:
    "Write what readers look for and the docs do not tell.\n\nTheir questions: {{questions}}\n\nThe nearest page: {{page}}\n\nState only what this repository says. Where it does not say it, change nothing and name what is missing.",
};

export function newDraft(timeZone: string): SpecDraft {
  return {
    ...{ name: "", kind: "schedule", cron: "0 7 * * mon", timeZone, on: "merge" },
    ...{ repositoryId: "", paths: "", count: "5", instruction: templates.schedule },
    ...{ usdPerRun: "2", usdPerMonth: "50", openChanges: "1", hasQuietHours: false },
    ...{ quietFrom: "22:00", quietTo: "06:00", asDraft: true, model: "sonnet" },
  };
}

/** Another kind brings its own template, unless somebody has written something else. */
export function withKind(draft: SpecDraft, kind: SpecDraft["kind"]): SpecDraft {
  const isOwn = !Object.values(templates).includes(draft.instruction);
  return { ...draft, kind, instruction: isOwn ? draft.instruction : templates[kind] };
}

export function specOf(draft: SpecDraft): AutomationSpec {
  const { quietFrom: from, quietTo: to, timeZone } = draft;
  return {
    name: draft.name.trim(),
    trigger: triggerOf(draft),
    instruction: draft.instruction.trim(),
    limits: {
      usdPerMonth: Number(draft.usdPerMonth) || 0,
      usdPerRun: Number(draft.usdPerRun) || 0,
      openChanges: Number(draft.openChanges),
      quietHours: draft.hasQuietHours ? { from, to, timeZone } : null,
    },
    asDraft: draft.asDraft,
    model: draft.model,
  };
}

function triggerOf(draft: SpecDraft): AutomationTrigger {
  const { kind, cron, timeZone, on, repositoryId } = draft;
  if (kind === "schedule") return { kind, cron: cron.trim(), timeZone: timeZone.trim() };
  if (kind === "group") return { kind, count: Number(draft.count) };
  const paths = draft.paths.split(/[\n,]+/).map((path) => path.trim());
  return { kind, on, repositoryId, paths: paths.filter((path) => path !== "") };
}

export function draftOf(spec: AutomationSpec, timeZone: string): SpecDraft {
  const { trigger, limits, name, instruction, asDraft, model } = spec;
  const empty = newDraft(timeZone);
  const { quietHours } = limits;
  return {
    ...empty,
    ...{ name, instruction, asDraft, model, kind: trigger.kind },
    ...(trigger.kind === "schedule" && { cron: trigger.cron, timeZone: trigger.timeZone }),
    ...(trigger.kind === "group" && { count: String(trigger.count) }),
    ...(trigger.kind === "code" && {
      ...{ on: trigger.on, repositoryId: trigger.repositoryId, paths: trigger.paths.join("\n") },
    }),
    usdPerMonth: String(limits.usdPerMonth),
    usdPerRun: String(limits.usdPerRun),
    openChanges: String(limits.openChanges),
    hasQuietHours: quietHours !== null,
    ...(quietHours && {
      ...{ quietFrom: quietHours.from, quietTo: quietHours.to },
      ...(trigger.kind !== "schedule" && { timeZone: quietHours.timeZone }),
    }),
  };
}
