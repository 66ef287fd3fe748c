import type { TokenUsage } from "../../models/calls/token-usage.ts";
import { embeddedModelId } from "../../models/embedded/embedded-model-id.ts";
import type { ModelChoice } from "../../models/providers/create-models.ts";
import type { Passage } from "../../search/hit.ts";
import { pageUrl } from "../../search/page-url.ts";
import { createSanitiser, type Sanitiser } from "../sanitise/sanitiser.ts";
import type { AnswerDeps, AnswerInput } from "./answer.ts";
import { type NumberedPassages, numberPassages } from "./numbered-passages.ts";
import type { Retrieved } from "./retrieve.ts";

/** What an answer is written with: the material, the model, and the sanitiser that all text passes. */
export type Desk = {
  deps: AnswerDeps;
  input: AnswerInput;
  found: Retrieved;
  passages: NumberedPassages;
  urlOf(passage: Passage): string;
  /** The model that writes; another one takes over when it is out of reach. */
  model(): ModelChoice;
  sanitiser(): Sanitiser;
  /** Begins anew with the embedded model, as if the other one had never been asked. */
  takeEmbedded(): void;
  used(usage: TokenUsage): void;
  /** Resolves when everything that was used is written down. */
  settled(): Promise<void>;
  totalUsage(): TokenUsage;
};

/** Where there is too little evidence the embedded model says so: that needs no other model, and costs nothing. */
export async function openDesk(
  deps: AnswerDeps,
  input: AnswerInput,
  found: Retrieved,
): Promise<Desk> {
  const { project, turn } = input;
  const revision = turn.revisionId ?? "";
  const first = found.evidence === "none" ? [] : found.hits.map((hit) => hit.passage);
  const passages = numberPassages(first);
  const urlOf = (passage: Passage) => pageUrl(deps.publicUrl, project, passage);
  const allowedUrl =
    turn.revisionId === null ? () => undefined : await deps.linksOf(project, turn.revisionId);
  const openSanitiser = ({ id }: ModelChoice) =>
    createSanitiser({
      textId: "answer",
      passages: passages.list,
      revision,
      urlOf,
      allowedUrl,
      agreement: deps.agreement,
      isQuoted: id === embeddedModelId,
    });
  let model = found.evidence === "none" ? deps.models.embedded : deps.models.answers(project);
  let sanitiser = openSanitiser(model);
  const writing: Promise<void>[] = [];
  const total: TokenUsage = {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  };
  return {
    deps,
    input,
    found,
    passages,
    urlOf,
    model: () => model,
    sanitiser: () => sanitiser,
    takeEmbedded() {
      model = deps.models.embedded;
      sanitiser = openSanitiser(model);
    },
    used(usage) {
      for (const name of Object.keys(total) as (keyof TokenUsage)[]) total[name] += usage[name];
      const { answerId, keyId } = turn;
      const row = { projectId: project.id, keyId, answerId, model: model.id, usage };
      writing.push(deps.recordUsage(row).catch((err) => warn(deps, err)));
    },
    async settled() {
      await Promise.all(writing);
    },
    totalUsage: () => total,
  };
}

function warn({ log }: AnswerDeps, err: unknown): void {
  log.error({ err }, "what a model used could not be written down");
}
