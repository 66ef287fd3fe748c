import type { Shared } from "./parts.ts";

/**
 * Brings the index of a new revision into memory before the next question, where there have been any: a server that nobody
 * asks holds no index. Starter questions are looked for in it, so whoever opens a chat has it loaded before they have typed.
 */
export async function warmSearch({ search, log }: Shared, revisionId: string): Promise<void> {
  if (search.sizes().indexes.length === 0) return;
  await search.load(revisionId, { network: "", key: "" }, "now").catch((err) => {
    log.debug({ err, revisionId }, "an index could not be loaded ahead of time");
  });
}
