import { type Actor, requireOperator } from "../lib/actor.ts";
import {
  countReader,
  deleteReaderThreads,
  type Forgotten,
  type Reader,
} from "../store/answers/retention.ts";
import { type Database, scrubStore } from "../store/database.ts";

const batchSize = 100;

/** What is kept of a reader. */
export async function findReader(
  deps: { db: Database },
  actor: Actor,
  reader: Reader,
): Promise<Forgotten> {
  requireOperator(actor);
  return countReader(deps.db, reader);
}

/**
 * Deletes everything a reader said and was told. What answers cost stays, without a word on whose they were.
 * `isScrubbed` says whether the deleted text is gone from the store's file too.
 */
export async function forgetReader(
  deps: { db: Database },
  actor: Actor,
  reader: Reader,
): Promise<Forgotten & { isScrubbed: boolean }> {
  requireOperator(actor);
  const found = await countReader(deps.db, reader);
  for (;;) {
    const deleted = await deleteReaderThreads(deps.db, reader, batchSize);
    if (deleted === 0) break;
  }
  return { ...found, isScrubbed: await scrubStore(deps.db) };
}
