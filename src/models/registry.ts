import type { LanguageModel } from "ai";
import { embeddedModel } from "./embedded/embedded-model.ts";
import type { Agreement } from "./embedder/agreement.ts";

export type ModelChoice = { id: string; description: string; model: LanguageModel };

/** The model that answers questions. */
export function chooseModel(agreement: Agreement): ModelChoice {
  return {
    id: "docent-embedded-1",
    description: "embedded: quotes the docs, needs no key and no network",
    model: embeddedModel(agreement),
  };
}
