import { isDeepStrictEqual } from "node:util";
import type { ServerSettings } from "../../contract/server-settings.ts";
import { normalOrigin } from "../../keys/create-key.ts";
import { AppError } from "../../lib/app-error.ts";
import type { AppliedProject, ApplyFile } from "./apply-file.ts";
import type { ApplyStep, ProjectState } from "./apply-step.ts";
import { projectSteps } from "./plan-project.ts";
import { settingsSteps } from "./plan-settings.ts";
import { type SecretOf, sourceSteps } from "./plan-sources.ts";

export type PlanInput = {
  file: ApplyFile;
  state: ProjectState[];
  /** Undefined: the file says nothing about them, or they cannot be read. */
  settings: ServerSettings | undefined;
  secretOf: SecretOf;
  locationOf(text: string): Promise<string>;
};

/** What it takes to bring about what the file says: first what is made and changed, then what goes, then the syncs. */
export async function planSteps(input: PlanInput): Promise<ApplyStep[]> {
  const { file, state } = input;
  const byDomain = new Map(state.map((one) => [one.project.domain, one]));
  const { settings: found, secretOf } = input;
  const steps: ApplyStep[] =
    file.settings && found ? await settingsSteps({ wanted: file.settings, found, secretOf }) : [];
  for (const [domain, wanted] of Object.entries(file.projects)) {
    const found = byDomain.get(domain);
    const prunes = wanted.prune ?? file.prune;
    const sources = await sourceSteps({ ...input, domain, wanted, found, prunes });
    steps.push(...projectSteps(domain, wanted, found));
    steps.push(...sources, ...keySteps({ domain, wanted, found, prunes }));
  }
  if (file.prune)
    for (const { project } of state)
      if (!Object.hasOwn(file.projects, project.domain) && project.servedBy === "")
        steps.push(removalOf(project.domain));
  return steps.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ action }: ApplyStep): number {
  return action === "sync" ? 2 : action === "remove" ? 1 : 0;
}

function removalOf(domain: string): ApplyStep {
  return { kind: "project", action: "remove", domain, name: domain, changes: [] };
}

type KeyInput = {
  domain: string;
  wanted: AppliedProject;
  found: ProjectState | undefined;
  prunes: boolean;
};

function keySteps({ domain, wanted, found, prunes }: KeyInput): ApplyStep[] {
  const { keys: listed } = wanted;
  if (listed === undefined) return [];
  const steps: ApplyStep[] = [];
  for (const [label, { kind, origins, branches }] of Object.entries(listed)) {
    const same = (found?.keys ?? []).filter((key) => key.label === label);
    if (same.length > 1) throw unclear(domain, label, "there are several keys with this name");
    const [key] = same;
    const all = (origins ?? []).map(normalOrigin);
    const base = { kind: "key", domain, name: label } as const;
    if (key === undefined) {
      const changes = [
        { field: "kind", from: null, to: kind },
        ...(all.length > 0 ? [{ field: "origins", from: null, to: all }] : []),
      ];
      const made = { kind, origins: all, branches: branches ?? false };
      steps.push({ ...base, action: "add", key: made, changes });
      continue;
    }
    const isOther = key.kind !== kind || (branches !== undefined && key.branches !== branches);
    if (isOther) throw unclear(domain, label, "its kind cannot be changed");
    if (origins === undefined || isDeepStrictEqual(key.origins, all)) continue;
    const changes = [{ field: "origins", from: key.origins, to: all }];
    steps.push({ ...base, action: "change", keyId: key.id, patch: { origins: all }, changes });
  }
  const isListed = (label: string) => Object.hasOwn(listed, label);
  const left = (found?.keys ?? []).filter((key) => !isListed(key.label) && !key.isFromEnvironment);
  if (prunes)
    for (const { id, label, kind, hint } of left) {
      const name = `${label || "(without a name)"} (${kind}, …${hint})`;
      steps.push({ kind: "key", action: "remove", domain, name, keyId: id, changes: [] });
    }
  return steps;
}

function unclear(domain: string, label: string, reason: string): AppError {
  return new AppError(
    "conflict",
    `The key ${label} of ${domain} cannot be brought about: ${reason}. Give it another name in the file, or revoke what is there.`,
  );
}
