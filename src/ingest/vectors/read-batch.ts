import type { Database } from "../../store/database.ts";
import {
  type MissingText,
  storedVectors,
  textsToEmbed,
  type VectorScope,
} from "../../store/docs/vectors.ts";

/** A text to embed, and how much of it. */
export type QueuedText = MissingText & { characters: number };

export type Batch = {
  ready: { textHash: string; text: string }[];
  /** What would make the request too large. */
  later: QueuedText[];
};

// Embedders also limit a request as a whole: OpenAI's to 300,000 tokens, and a character may be more than one.
const charactersAtOnce = 100_000;

/** The texts to send now. Those that another node has embedded meanwhile, and those that say nothing, are dropped. */
export async function readBatch(
  db: Database,
  scope: VectorScope,
  queued: QueuedText[],
): Promise<Batch> {
  const hashes = queued.map(({ textHash }) => textHash);
  const stored = await storedVectors(db, scope, hashes);
  const missing = queued.filter(({ textHash }) => !stored.has(textHash));
  const texts = await textsToEmbed(
    db,
    missing.map(({ passageId }) => passageId),
  );
  const batch: Batch = { ready: [], later: [] };
  let characters = 0;
  for (const one of missing) {
    const text = texts.get(one.passageId)?.slice(0, one.characters) ?? "";
    if (text.trim() === "") continue;
    characters += text.length;
    if (characters > charactersAtOnce && batch.ready.length > 0) batch.later.push(one);
    else batch.ready.push({ textHash: one.textHash, text });
  }
  return batch;
}
