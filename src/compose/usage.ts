import { embeddedModelId } from "../models/embedded/embedded-model-id.ts";
import type { Project } from "../store/docs/projects.ts";
import { checkCeiling } from "../usage/check-ceiling.ts";
import { createPriceBook } from "../usage/record-usage.ts";
import type { Shared } from "./parts.ts";

export function usageDeps({ config, db, clock, log }: Shared) {
  return { db, clock, prices: createPriceBook(config.models.prices, log) };
}

/** The embedded model costs nothing, so no ceiling stands before it. */
export function ceilingCheck({ config, db, clock }: Shared) {
  const deps = { db, clock, ceilings: config.ceilings };
  return async (project: Project, asked: { modelId: string; keyId: string }): Promise<void> => {
    if (asked.modelId === embeddedModelId) return;
    await checkCeiling(deps, { projectId: project.id, keyId: asked.keyId });
  };
}
