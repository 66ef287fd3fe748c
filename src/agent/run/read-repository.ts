import { describeLayout } from "../../docs/describe/describe-layout.ts";
import { openOverlay } from "../../git/overlay/overlay.ts";
import { recentSubjects } from "../../git/read/recent-subjects.ts";
import { branchCommit } from "../../git/read/resolve-commit.ts";
import { embeddedModelId } from "../../models/embedded/embedded-model-id.ts";
import { readGuidance } from "../guidance/read-guidance.ts";
import { type TitleConvention, titleConvention } from "../guidance/title-convention.ts";
import type { JobRepository } from "../jobs/job-repository.ts";
import { systemPrompt } from "./system-prompt.ts";

type Input = {
  repository: JobRepository;
  job: { base: string; branch: string };
  /** Commit the job works upon. */
  base: string;
  modelId: string;
  signal: AbortSignal;
};

/**
 * What a model is told of the repository. How it is laid out it sees from the commit it works upon; what the
 * repository asks of its writers comes from the default branch, because nobody has agreed yet to what another branch says.
 */
export async function readRepository(
  input: Input,
): Promise<{ instructions: string; convention: TitleConvention }> {
  const { repository, job, base, modelId, signal } = input;
  const { path, docsFolder } = repository;
  const agreed = await branchCommit(path, job.base, signal);
  const convention = titleConvention(await recentSubjects(path, agreed, { signal }));
  // It follows rules of its own, and reads no prompt.
  if (modelId === embeddedModelId) return { instructions: "", convention };
  const here = await openOverlay(path, base, [], { signal });
  const there = agreed === base ? here : await openOverlay(path, agreed, [], { signal });
  const [layout, guidance] = await Promise.all([
    describeLayout(here, docsFolder),
    readGuidance(there, docsFolder),
  ]);
  const material = { docsFolder, layout, guidance, titleConvention: convention };
  return { instructions: systemPrompt({ ...material, branch: job.branch }), convention };
}
