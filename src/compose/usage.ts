import { priceOf } from "../models/calls/prices.ts";
import { embeddedModelId } from "../models/embedded/embedded-model-id.ts";
import type { Project } from "../store/docs/projects.ts";
import { type CeilingCall, createCeilingCheck, describeCeiling } from "../usage/check-ceiling.ts";
import { createPriceBook } from "../usage/record-usage.ts";
import type { Parts, Shared } from "./parts.ts";
import { ceilingsOf } from "./project-limits.ts";

export function usageDeps({ config, db, clock, log }: Shared) {
  return { db, clock, log, prices: createPriceBook(config.models.prices, log) };
}

/** The embedded model costs nothing, so no ceiling stands before it. */
export function ceilingCheck({ config, live, db, clock, log }: Shared) {
  const check = createCeilingCheck({ db, clock, log });
  return async (
    project: Project,
    { modelId, ...call }: { modelId: string } & Pick<CeilingCall, "keyId" | "isOwner" | "network">,
  ): Promise<void> => {
    if (modelId === embeddedModelId) return;
    const isPriced = priceOf(config.models.prices, modelId) !== undefined;
    await check({ ...call, projectId: project.id, isPriced }, ceilingsOf(live, project));
  };
}

/** Which model answers, and what it may use in a day. */
export function describeModel({ config, models }: Pick<Parts, "config" | "models">): string {
  const { provider, price } = models.answers({});
  if (provider === "embedded") return models.describe();
  return `${models.describe()}; ${describeCeiling(config.ceilings, price !== undefined)}`;
}
