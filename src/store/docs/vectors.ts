import { setImmediate } from "node:timers/promises";
import type { Database } from "../database.ts";
import { inChunks, rowsInChunks } from "../in-chunks.ts";
import { pagesWithBlobs } from "./revision-pages.ts";

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
          .onRef("vectors.projectId", "=", "passages.projectId")
          .onRef("vectors.textHash", "=", "passages.textHash")
          .on("vectors.embedder", "=", embedder),
      )
      .select(["passages.id", "passages.textHash"])
      .where("passages.projectId", "=", projectId)
      .where("passages.blobHash", "in", some)
      .where("passages.textHash", "!=", "")
      .where("vectors.textHash", "is", null)
      .execute();
    for (const row of rows) missing.set(row.textHash, row.id);
    await setImmediate();
  }
  return [...missing].map(([textHash, passageId]) => ({ textHash, passageId }));
}

/** What an embedder is given for each passage: title and headings, then the text. One that is no longer stored is left out. */
export async function textsToEmbed(
  db: Database,
  passageIds: string[],
): Promise<Map<string, string>> {
  const rows = await rowsInChunks(passageIds, (some) =>
    db
      .selectFrom("passages")
      .innerJoin("blobs", (join) =>
        join
          .onRef("blobs.projectId", "=", "passages.projectId")
          .onRef("blobs.hash", "=", "passages.blobHash"),
      )
      .select(["passages.id", "passages.headings", "passages.text", "blobs.title"])
      .where("passages.id", "in", some)
      .execute(),
  );
  return new Map(
    rows.map((row) => [row.id, `${[row.title, ...row.headings].join(" ")}\n\n${row.text}`]),
  );
}

/** Those of the vectors that are stored, by the texts' hashes. */
export async function storedVectors(
  db: Database,
  scope: VectorScope,
  textHashes: string[],
): Promise<Map<string, Uint8Array>> {
  const rows = await rowsInChunks(textHashes, (some) =>
    ofScope(db, scope).select(["textHash", "vector"]).where("textHash", "in", some).execute(),
  );
  return new Map(rows.map((row) => [row.textHash, row.vector]));
}

/** A vector that is there already stays: two nodes that embed the same text store it once. */
export async function insertVectors(
  db: Database,
  scope: VectorScope,
  vectors: { textHash: string; vector: Uint8Array }[],
): Promise<void> {
  if (vectors.length === 0) return;
  const rows = vectors
    .map(({ textHash, vector }) => ({ ...scope, textHash, vector }))
    // In one order everywhere, so that two nodes never wait for each other in a circle.
    .sort((left, right) => (left.textHash < right.textHash ? -1 : 1));
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
    .where("projectId", "=", scope.projectId)
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
      .where("projectId", "=", scope.projectId)
      .where("embedder", "=", scope.embedder)
      .where("textHash", "in", unused)
      .execute();
  }
  return dropped;
}

async function visibleBlobs(db: Database, revisionId: string): Promise<string[]> {
  const rows = await pagesWithBlobs(db, revisionId)
    .select("blobs.hash")
    .distinct()
    .where("revisionPages.hidden", "=", false)
    .where("blobs.hidden", "=", false)
    .execute();
  return rows.map((row) => row.hash);
}

async function usedHashes(db: Database, projectId: string): Promise<Set<string>> {
  const blobs = await db
    .selectFrom("blobs")
    .select("hash")
    .where("projectId", "=", projectId)
    .execute();
  const used = new Set<string>();
  for (const some of inChunks(blobs.map((row) => row.hash))) {
    const rows = await db
      .selectFrom("passages")
      .select("textHash")
      .where("projectId", "=", projectId)
      .where("blobHash", "in", some)
      .execute();
    for (const row of rows) used.add(row.textHash);
    await setImmediate();
  }
  return used;
}

const hashesAtOnce = 500;

async function* storedHashes(db: Database, scope: VectorScope): AsyncGenerator<string[]> {
  let last = "";
  for (;;) {
    const rows = await ofScope(db, scope)
      .select("textHash")
      .where("textHash", ">", last)
      .orderBy("textHash")
      .limit(hashesAtOnce)
      .execute();
    const hashes = rows.map((row) => row.textHash);
    if (hashes.length === 0) return;
    last = hashes.at(-1) ?? last;
    yield hashes;
    await setImmediate();
  }
}

function ofScope(db: Database, { projectId, embedder }: VectorScope) {
  return db
    .selectFrom("vectors")
    .where("projectId", "=", projectId)
    .where("embedder", "=", embedder);
}
