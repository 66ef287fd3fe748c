import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type StoredDelivery = Row<"deliveries">;
export type NewDelivery = Pick<StoredDelivery, "sourceId" | "deliveryId" | "about" | "number">;

/** Keeps a delivery, and that the source's forge speaks by itself. False for one that was kept before. */
export async function insertDelivery(
  db: Database,
  delivery: NewDelivery & { isDone: boolean },
  at: string,
): Promise<boolean> {
  const { isDone, ...row } = delivery;
  return db.transaction().execute(async (trx) => {
    const kept = await trx
      .insertInto("deliveries")
      .values({ ...row, receivedAt: at, notBefore: at, attempts: 0, handledAt: isDone ? at : null })
      .onConflict((conflict) => conflict.columns(["sourceId", "deliveryId"]).doNothing())
      .returning("deliveryId")
      .executeTakeFirst();
    if (kept === undefined) return false;
    await trx
      .updateTable("sources")
      .set({ deliveredAt: at })
      .where("id", "=", row.sourceId)
      .execute();
    return true;
  });
}

/** Takes deliveries that wait, oldest first, for this node until `until`. */
export async function claimDeliveries(
  db: Database,
  { now, until, limit }: { now: string; until: string; limit: number },
): Promise<StoredDelivery[]> {
  const waiting = await db
    .selectFrom("deliveries")
    .selectAll()
    .where("handledAt", "is", null)
    .where("notBefore", "<=", now)
    .orderBy("receivedAt")
    .limit(limit)
    .execute();
  const claimed: StoredDelivery[] = [];
  for (const one of waiting) {
    const taken = await ofDelivery(db, one)
      .set({ notBefore: until })
      .where("handledAt", "is", null)
      .where("notBefore", "=", one.notBefore)
      .returning("deliveryId")
      .executeTakeFirst();
    if (taken !== undefined) claimed.push(one);
  }
  return claimed;
}

export async function markHandled(db: Database, one: StoredDelivery, at: string): Promise<void> {
  await ofDelivery(db, one).set({ handledAt: at }).execute();
}

/** It did not work out: it waits for its next turn. */
export async function putOff(db: Database, one: StoredDelivery, notBefore: string): Promise<void> {
  await ofDelivery(db, one)
    .set({ notBefore, attempts: one.attempts + 1 })
    .execute();
}

/** For whoever knows that no other process works on this store: what a killed one had taken waits again. */
export async function freeDeliveries(db: Database, now: string): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ notBefore: now })
    .where("handledAt", "is", null)
    .execute();
}

/** Forges send a delivery again for some days: those handled before are not needed to know it by. */
export async function dropOldDeliveries(db: Database, handledBefore: string): Promise<void> {
  await db.deleteFrom("deliveries").where("handledAt", "<", handledBefore).execute();
}

function ofDelivery(db: Database, { sourceId, deliveryId }: StoredDelivery) {
  return db
    .updateTable("deliveries")
    .where("sourceId", "=", sourceId)
    .where("deliveryId", "=", deliveryId);
}
