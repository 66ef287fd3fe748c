import type { Story } from "../assistant/answer/answer-runner.ts";
import { retrieve } from "../assistant/answer/retrieve.ts";
import { plainRequest } from "../gate/ask-aside.ts";
import type { GateDeps } from "../gate/compare-sides.ts";
import { embeddedModelId } from "../models/embedded/embedded-model-id.ts";
import type { Project } from "../store/docs/projects.ts";
import type { Shared } from "./parts.ts";

type Asking = {
  story: Story;
  checkCeiling: (
    project: Project,
    asker: { keyId: string; isOwner: boolean; network: string },
  ) => Promise<void>;
};

/** Asks as readers are answered: with the project's model, and within what it may use in a day. */
export function gateDeps(
  { db, models, search }: Shared,
  { story, checkCeiling }: Asking,
): GateDeps {
  return {
    db,
    story,
    async toldFor({ revisionId, question }) {
      const turn = { question, revisionId, history: [] };
      const { hits, evidence } = await retrieve(search, turn, plainRequest(question));
      return { evidence, passages: evidence === "none" ? [] : hits.map(({ passage }) => passage) };
    },
    modelOf(project) {
      const { id, price } = models.answers(project);
      return { id, isFree: id === embeddedModelId, isPriced: price !== undefined };
    },
    checkCeiling: (project) => checkCeiling(project, { keyId: "", isOwner: true, network: "" }),
  };
}
