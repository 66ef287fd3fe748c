import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import { costMicros, type Price, type Prices, priceOf } from "../models/calls/prices.ts";
import type { TokenUsage } from "../models/calls/token-usage.ts";
import { embeddedModelId } from "../models/embedded/embedded-model-id.ts";
import { insertUsage } from "../store/answers/usage.ts";
import type { Database } from "../store/database.ts";
import { isStoreFault, waitForStore } from "../store/store-fault.ts";

type Deps = {
  db: Database;
  clock: Clock;
  log: Log;
  prices: PriceBook;
  /** How long it is waited for while the store is away. */
  patienceMs?: number;
};

/** What was used must be known whatever happens: so long it is tried again while the store is away, after nobody waits for it any more. */
const longestTryMs = 30 * 60_000;

export type UsageInput = {
  projectId: string;
  /** "" when no key was used. */
  keyId: string;
  answerId?: string;
  jobId?: string;
  /** Of a job. */
  step?: number;
  model: string;
  usage: TokenUsage;
};

/**
 * Writes down what one call used and cost. The embedded model costs nothing and counts words, so it leaves no row. Within a
 * transaction it is a part of it; otherwise it is tried again while the store is away.
 */
export async function recordUsage(deps: Deps, input: UsageInput): Promise<void> {
  const { projectId, keyId, answerId = "", jobId = "", step = 0, model, usage } = input;
  if (model === embeddedModelId) return;
  const { db, log } = deps;
  const price = deps.prices.priceOf(model);
  const row = {
    id: newId("usg"),
    ...{ projectId, keyId, answerId, jobId, step, model },
    ...usage,
    costMicros: price === undefined ? 0 : costMicros(price, usage),
  };
  // As of when it is written: nobody looks for new rows of long ago.
  const insert = () => insertUsage(db, { ...row, createdAt: deps.clock.now().toISOString() });
  if (db.isTransaction) return insert();
  await waitForStore(insert, deps.patienceMs).catch((error) => {
    if (!isStoreFault(error)) throw error;
    log.warn({ err: error }, "what a model used is written down when the store is back");
    const lost = (err: unknown) => log.error({ err, used: row }, "what a model used is lost");
    void waitForStore(insert, longestTryMs).catch(lost);
  });
}

export type PriceBook = {
  /** Undefined: nobody knows it, and its use counts as free. The log says so once for each model. */
  priceOf(model: string): Price | undefined;
};

export function createPriceBook(prices: Prices, log: Log): PriceBook {
  const unknown = new Set<string>();
  return {
    priceOf(model) {
      const price = priceOf(prices, model);
      if (price === undefined && !unknown.has(model)) {
        unknown.add(model);
        log.warn({ model }, "the price of this model is not known: its use is recorded as free");
      }
      return price;
    },
  };
}
