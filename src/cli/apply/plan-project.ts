import { isDeepStrictEqual } from "node:util";
import type { ProjectPatch, ProjectResource } from "../../contract/owner/project-resource.ts";
import { webAddress } from "../../text/safe/web-address.ts";
import type { AppliedProject } from "./apply-file.ts";
import type { ApplyStep, FieldChange, ProjectState } from "./apply-step.ts";

/** What a project has that is not there yet. */
function newProject(domain: string) {
  return {
    ...{ name: domain, visibility: "private" as const, baseUrl: "", reader: null },
    ...{ starters: [] as string[], extraPaths: [] as string[] },
    model: { provider: null, sonnet: null, opus: null },
    ...{ dailyDollars: null, dailyTokens: null, keepAnswersDays: null },
  };
}

type Settings = Pick<ProjectResource, keyof ReturnType<typeof newProject>>;

/** The project itself, without its sources and keys. */
export function projectSteps(
  domain: string,
  wanted: AppliedProject,
  found: ProjectState | undefined,
): ApplyStep[] {
  const base = newProject(domain);
  const before: Settings = found?.project ?? base;
  const after = settingsAfter(before, wanted, base);
  const names = Object.keys(base) as (keyof Settings)[];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const changes: FieldChange[] = changed.map((field) => ({
    ...{ field, from: found ? before[field] : null, to: after[field] },
  }));
  const patch: ProjectPatch = Object.fromEntries(changed.map((name) => [name, after[name]]));
  if (found === undefined)
    return [{ kind: "project", action: "add", domain, name: domain, patch, changes }];
  if (changes.length === 0) return [];
  return [{ kind: "project", action: "change", domain, name: domain, patch, changes }];
}

/** Left out: as before. Null: as a new project has it. */
function settingsAfter(before: Settings, wanted: AppliedProject, base: Settings): Settings {
  const value = <Name extends Exclude<keyof Settings, "model">>(name: Name): Settings[Name] => {
    const given = wanted[name] as Settings[Name] | null | undefined;
    if (given === undefined) return before[name];
    return given === null ? base[name] : given;
  };
  const baseUrl = value("baseUrl");
  return {
    ...{ name: value("name"), visibility: value("visibility"), reader: value("reader") },
    baseUrl: baseUrl === "" ? "" : (webAddress(baseUrl) ?? baseUrl),
    ...{ starters: value("starters"), extraPaths: value("extraPaths") },
    model: modelAfter(before.model, wanted.model, base.model),
    dailyDollars: value("dailyDollars"),
    dailyTokens: value("dailyTokens"),
    keepAnswersDays: value("keepAnswersDays"),
  };
}

type Model = Settings["model"];

function modelAfter(before: Model, wanted: AppliedProject["model"], base: Model): Model {
  if (wanted === null) return base;
  const { provider = before.provider, sonnet = before.sonnet, opus = before.opus } = wanted ?? {};
  return { provider, sonnet, opus };
}
