import type { Log } from "../lib/log.ts";
import { type Price, type Prices, priceOf } from "../models/calls/prices.ts";

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
