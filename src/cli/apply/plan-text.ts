import type { ApplyStep, FieldChange } from "./apply-step.ts";

const marks: Record<ApplyStep["action"], string> = {
  add: "+",
  change: "~",
  remove: "-",
  sync: ">",
};

const words: Record<ApplyStep["kind"], string> = {
  project: "project",
  source: "source",
  login: "token of",
  key: "key",
  docs: "sync",
  settings: "settings",
};

/** The plan for people: a line for each step, and one for each field. */
export function planText(steps: ApplyStep[]): string {
  return [...steps.flatMap(stepLines), "", countText(steps)].join("\n");
}

export function stepText({ action, kind, name, domain }: ApplyStep): string {
  const isWhole = kind === "project" || kind === "docs" || kind === "settings";
  return `${marks[action]} ${words[kind]} ${name}${isWhole ? "" : ` of ${domain}`}`;
}

function stepLines(step: ApplyStep): string[] {
  return [stepText(step), ...step.changes.map((change) => `    ${changeText(change)}`)];
}

function changeText({ field, from, to }: FieldChange): string {
  if (from === null) return `${field}: ${shown(to)}`;
  return `${field}: ${shown(from)} → ${shown(to)}`;
}

const longestShown = 300;

function shown(value: unknown): string {
  const text = typeof value === "string" && value !== "" ? value : JSON.stringify(value);
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}

export function countText(steps: ApplyStep[]): string {
  const count = (action: ApplyStep["action"]) =>
    steps.filter((step) => step.action === action).length;
  return `Plan: ${count("add")} to add, ${count("change")} to change, ${count("remove")} to remove, ${count("sync")} to sync.`;
}

/** The same for programs. */
export function planJson(steps: ApplyStep[]) {
  return steps.map(({ action, kind, domain, name, changes }) => ({
    ...{ action, kind, project: domain, name, changes },
  }));
}
