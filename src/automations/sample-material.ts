import type { AutomationTrigger } from "../contract/automations.ts";
import { earlierCommit } from "../git/read/commits-between.ts";
import { branchCommit, resolveCommit } from "../git/read/resolve-commit.ts";
import { AppError } from "../lib/app-error.ts";
import type { RunMaterial } from "../store/automation-tables.ts";
import { findRepository } from "../store/automations/code-repositories.ts";
import type { MessageDeps } from "./fire/run-messages.ts";
import { openRepository } from "./open-repository.ts";

const sampleCommits = 3;
const timeoutMs = 60_000;

export type Sample = { material: RunMaterial; subject: string; about: string };

/** What there is right now to start an automation with: its newest commits, or its largest group. */
export async function sampleMaterial(
  deps: MessageDeps,
  projectId: string,
  { trigger, seenCommit = "" }: { trigger: AutomationTrigger; seenCommit?: string },
): Promise<Sample> {
  if (trigger.kind === "schedule") return { material: { kind: "none" }, subject: "", about: "" };
  if (trigger.kind === "group") return groupSample(deps, projectId, trigger.count);
  const repository = await findRepository(deps.db, trigger.repositoryId);
  if (repository?.projectId !== projectId)
    throw new AppError("conflict", "The project has no such code repository.");
  const signal = AbortSignal.timeout(timeoutMs);
  const { path, branch } = await openRepository(deps, repository, { signal });
  const to = await branchCommit(path, branch);
  const known = seenCommit === "" ? undefined : await resolveCommit(path, seenCommit);
  const isNew = known !== undefined && known !== to;
  const from = isNew ? known : await earlierCommit(path, to, sampleCommits);
  return {
    material: { kind: "code", from, to, pulls: [] },
    subject: "",
    about: isNew
      ? `What came to ${branch} since it was last looked at.`
      : `The last ${sampleCommits} commits of ${branch}.`,
  };
}

async function groupSample(
  { groups }: MessageDeps,
  projectId: string,
  count: number,
): Promise<Sample> {
  const found = await groups.reaching(projectId, count);
  const largest = found.toSorted((one, other) => other.count - one.count)[0];
  if (!largest)
    throw new AppError("conflict", `No group of questions has ${count} of them at the moment.`);
  return {
    material: { kind: "group", groupId: largest.id },
    subject: largest.id,
    about: `The group ${largest.name} with ${largest.count} questions.`,
  };
}
