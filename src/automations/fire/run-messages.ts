import type { JobMessage } from "../../contract/jobs.ts";
import { stripIdentity } from "../../gate/questions/strip-identity.ts";
import { shownAddress } from "../../git/remote/remote-address.ts";
import { AppError } from "../../lib/app-error.ts";
import type { RunMaterial } from "../../store/automation-tables.ts";
import type { StoredRun } from "../../store/automations/automation-runs.ts";
import type { StoredAutomation } from "../../store/automations/automations.ts";
import {
  findRepository,
  type StoredRepository,
} from "../../store/automations/code-repositories.ts";
import { cutText } from "../../text/bounded.ts";
import { visibleLine } from "../../text/safe/visible-text.ts";
import type { FireDeps } from "../automation-deps.ts";
import { codeMaterial } from "../material/code-material.ts";
import { type Filling, fillTemplate } from "../material/fill-template.ts";
import { openRepository } from "../open-repository.ts";

export type MessageDeps = Pick<FireDeps, "db" | "clock" | "mirrorFolder" | "access" | "groups">;

/** What the job of a run is given. */
export async function runMessages(
  deps: MessageDeps,
  { projectId, repositoryId, spec }: Pick<StoredAutomation, "projectId" | "repositoryId" | "spec">,
  { id, material }: Pick<StoredRun, "id" | "material">,
): Promise<JobMessage[]> {
  const filling = await fillingOf(deps, { projectId, repositoryId, spec }, material);
  const date = deps.clock.now().toISOString().slice(0, 10);
  return fillTemplate(spec.instruction, filling, { date, runId: id });
}

async function fillingOf(
  deps: MessageDeps,
  automation: Pick<StoredAutomation, "projectId" | "repositoryId" | "spec">,
  material: RunMaterial,
): Promise<Filling> {
  if (material.kind === "none") return {};
  if (material.kind === "group") return groupFilling(deps, automation.projectId, material.groupId);
  const repository = await findRepository(deps.db, automation.repositoryId);
  if (!repository) throw new AppError("conflict", "Its code repository was removed.");
  const { trigger } = automation.spec;
  return codeFilling(deps, repository, {
    material,
    paths: trigger.kind === "code" ? trigger.paths : [],
  });
}

async function codeFilling(
  deps: MessageDeps,
  repository: StoredRepository,
  { material, paths }: { material: Extract<RunMaterial, { kind: "code" }>; paths: string[] },
): Promise<Filling> {
  const { path } = await openRepository(deps, repository);
  const { diff, commits, paths: files } = await codeMaterial(path, material, paths);
  const where = `${shownAddress(repository.location)} from ${material.from.slice(0, 10)} to ${material.to.slice(0, 10)}`;
  const pulls = material.pulls.map(({ number, title, body }) =>
    `#${number} ${title}\n${body}`.trimEnd(),
  );
  return {
    diff: { about: `changed lines of ${where}`, text: diff },
    commits: { about: `commit messages of ${where}`, text: commits },
    paths: { about: `changed files of ${where}`, text: files },
    pulls: {
      about: `merged pull requests of ${shownAddress(repository.location)}`,
      text: pulls.join("\n\n") || "(none)",
    },
  };
}

const mostQuestions = 40;
const longestQuestion = 500;

async function groupFilling(
  { groups }: MessageDeps,
  projectId: string,
  groupId: string,
): Promise<Filling> {
  const group = await groups.read(projectId, groupId);
  if (!group) throw new AppError("conflict", "Its group of questions is gone.");
  const questions = group.questions
    .slice(0, mostQuestions)
    .map((one) => `- ${cutText(visibleLine(stripIdentity(one)), longestQuestion)}`);
  return {
    questions: {
      about: "what readers asked, and the docs did not answer well",
      text: questions.join("\n") || "(none)",
    },
    group: { about: "the words that these questions share", text: visibleLine(group.name) },
    page: {
      about: "the page of the docs that comes nearest",
      text: visibleLine(group.page) || "(none)",
    },
  };
}
