import type { ProofDeps } from "../agent/proof/proof-deps.ts";
import { compareSides } from "../gate/compare-sides.ts";
import { answerStory } from "./answer-story.ts";
import { gateDeps } from "./gate-deps.ts";
import type { Shared } from "./parts.ts";
import { ceilingCheck } from "./usage.ts";

/** Asks questions about the changes of jobs as readers' questions are answered; what it costs counts to the job. */
export function createProof(shared: Shared, publicUrl: string): ProofDeps {
  const { models, revisionOfRef } = shared;
  const storyFor = answerStory(shared, publicUrl);
  const ceilings = ceilingCheck(shared);
  const checkCeiling = (
    project: Parameters<typeof ceilings>[0],
    asker: Omit<Parameters<typeof ceilings>[1], "modelId">,
  ) => ceilings(project, { modelId: models.answers(project).id, ...asker });
  return {
    revisionOfRef,
    answeringModel: (project) => models.answers(project).id,
    async compare({ jobId, step, ...asked }, signal) {
      const story = storyFor({ jobId, step });
      const deps = gateDeps(shared, { story, checkCeiling });
      const { leftReason } = await compareSides(deps, asked, signal);
      return leftReason;
    },
  };
}
