import { setImmediate } from "node:timers/promises";
import type { Database } from "../database.ts";
import { inChunks } from "./blobs.ts";

/** Vectors that can be compared: of one embedder, in one project. */
export type VectorScope = { projectId: string; embedder: string };

/** A text without a vector, and one of the passages that has it. */
export type MissingText = { textHash: string; passageId: string };

/** The texts of a revision's visible pages that have no vector yet, each once. Read bit by bit: nothing waits for it. */
export async function missingTexts(
  db: Database,
  { projectId, embedder }: VectorScope,
  revisionId: string,
): Promise<MissingText[]> {
  const missing = new Map<string, string>();
  for (const some of inChunks(await visibleBlobs(db, revisionId))) {
    const rows = await db
      .selectFrom("passages")
      .leftJoin("vectors", (join) =>
        join
          .onRef("vectors.project_id", "=", "passages.project_id")
          .onRef("vectors.text_hash", "=", "passages.text_hash")
          .on("vectors.embedder", "=", embedder),
      )
      .select(["passages.id as id", "passages.text_hash as text_hash"])
      .where("passages.project_id", "=", projectId)
      .where("passages.blob_hash", "in", some)
      .where("passages.text_hash", "!=", "")
      .where("vectors.text_hash", "is", null)
      .execute();
    for (const row of rows) missing.set(row.text_hash, row.id);
    await setImmediate();
  }
  return [...missing].map(([textHash, passageId]) => ({ textHash, passageId }));
}

/** What an embedder is given for each passage: title and headings, then the text. One that is no longer stored is left out. */
export async function textsToEmbed(
  db: Database,
  passageIds: string[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const some of inChunks(passageIds)) {
    const rows = await db
      .selectFrom("passages")
      .innerJoin("blobs", (join) =>
        join
          .onRef("blobs.project_id", "=", "passages.project_id")
          .onRef("blobs.hash", "=", "passages.blob_hash"),
      )
      .select(["passages.id as id", "passages.headings as headings", "passages.text as text"])
      .select("blobs.title as title")
      .where("passages.id", "in", some)
      .execute();
    for (const row of rows) {
      const heading = [row.title, ...JSON.parse(row.headings)].join(" ");
      texts.set(row.id, `${heading}\n\n${row.text}`);
    }
  }
  return texts;
}

/** Those of the vectors that are stored, by the texts' hashes. */
export async function storedVectors(
  db: Database,
  scope: VectorScope,
  textHashes: string[],
): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const some of inChunks(textHashes)) {
    const rows = await ofScope(db, scope)
      .select(["text_hash", "vector"])
      .where("text_hash", "in", some)
      .execute();
    for (const row of rows) found.set(row.text_hash, row.vector);
  }
  return found;
}

/** A vector that is there already stays: two nodes that embed the same text store it once. */
export async function insertVectors(
  db: Database,
  { projectId, embedder }: VectorScope,
  vectors: { textHash: string; vector: Uint8Array }[],
): Promise<void> {
  if (vectors.length === 0) return;
  const rows = vectors
    .map(({ textHash, vector }) => ({
      project_id: projectId,
      embedder,
      text_hash: textHash,
      vector,
    }))
    // In one order everywhere, so that two nodes never wait for each other in a circle.
    .sort((left, right) => (left.text_hash < right.text_hash ? -1 : 1));
  for (const some of inChunks(rows)) {
    await db
      .insertInto("vectors")
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Deletes vectors of texts that no stored passage has, and those of any other embedder; tells how many of its own went. */
export async function dropUnusedVectors(db: Database, scope: VectorScope): Promise<number> {
  await db
    .deleteFrom("vectors")
    .where("project_id", "=", scope.projectId)
    .where("embedder", "!=", scope.embedder)
    .execute();
  const used = await usedHashes(db, scope.projectId);
  let dropped = 0;
  for await (const hashes of storedHashes(db, scope)) {
    const unused = hashes.filter((hash) => !used.has(hash));
    if (unused.length === 0) continue;
    dropped += unused.length;
    await db
      .deleteFrom("vectors")
      .where("project_id", "=", scope.projectId)
      .where("embedder", "=", scope.embedder)
      .where("text_hash", "in", unused)
      .execute();
  }
  return dropped;
}

async function visibleBlobs(db: Database, revisionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("revision_pages")
    .innerJoin("blobs", (join) =>
      join
        .onRef("blobs.project_id", "=", "revision_pages.project_id")
        .onRef("blobs.hash", "=", "revision_pages.blob_hash"),
    )
    .select("blobs.hash as hash")
    .distinct()
    .where("revision_pages.revision_id", "=", revisionId)
    .where("revision_pages.hidden", "=", 0)
    .where("blobs.hidden", "=", 0)
    .execute();
  return rows.map((row) => row.hash);
}

async function usedHashes(db: Database, projectId: string): Promise<Set<string>> {
  const blobs = await db
    .selectFrom("blobs")
    .select("hash")
    .where("project_id", "=", projectId)
    .execute();
  const used = new Set<string>();
  for (const some of inChunks(blobs.map((row) => row.hash))) {
    const rows = await db
      .selectFrom("passages")
      .select("text_hash")
      .where("project_id", "=", projectId)
      .where("blob_hash", "in", some)
      .execute();
    for (const row of rows) used.add(row.text_hash);
    await setImmediate();
  }
  return used;
}

const hashesAtOnce = 500;

async function* storedHashes(db: Database, scope: VectorScope): AsyncGenerator<string[]> {
  let last = "";
  for (;;) {
    const rows = await ofScope(db, scope)
      .select("text_hash")
      .where("text_hash", ">", last)
      .orderBy("text_hash")
      .limit(hashesAtOnce)
      .execute();
    const hashes = rows.map((row) => row.text_hash);
    if (hashes.length === 0) return;
    last = hashes.at(-1) ?? last;
    yield hashes;
    await setImmediate();
  }
}

function ofScope(db: Database, { projectId, embedder }: VectorScope) {
  return db
    .selectFrom("vectors")
    .where("project_id", "=", projectId)
    .where("embedder", "=", embedder);
}
