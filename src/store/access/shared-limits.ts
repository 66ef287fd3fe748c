import { sql } from "kysely";
import type { Database } from "../database.ts";
import { inChunks } from "../in-chunks.ts";

export type SharedUse = { caller: string; perMinute: number; spent: number };
export type SharedLeft = { caller: string; left: number };

/** On PostgreSQL: takes what was spent on this node from what callers have on all of them, and tells what is left. */
export async function spendShared(db: Database, uses: SharedUse[]): Promise<SharedLeft[]> {
  const left: SharedLeft[] = [];
  // In one order on every node, or two of them would wait for each other's rows.
  const inOrder = [...uses].sort((one, other) => (one.caller < other.caller ? -1 : 1));
  for (const some of inChunks(inOrder)) {
    const rows = some.map(
      ({ caller, perMinute, spent }) =>
        sql`(${caller}, cast(${perMinute} as double precision), cast(${perMinute - spent} as double precision), ${nowMs})`,
    );
    const { rows: stored } = await sql<SharedLeft>`
      insert into shared_limits (caller, per_minute, tokens, at_ms) values ${sql.join(rows)}
      on conflict (caller) do update set
        per_minute = excluded.per_minute,
        tokens = greatest(-excluded.per_minute, least(excluded.per_minute,
          shared_limits.tokens + greatest(0, excluded.at_ms - shared_limits.at_ms) * excluded.per_minute / 60000)
          - (excluded.per_minute - excluded.tokens)),
        at_ms = greatest(excluded.at_ms, shared_limits.at_ms)
      returning caller, tokens as left`.execute(db);
    left.push(...stored);
  }
  return left;
}

const nowMs = sql`extract(epoch from clock_timestamp())::double precision * 1000`;

/** What nobody has taken from for so long is full again. */
const quietMs = 600_000;

export async function dropQuietLimits(db: Database): Promise<void> {
  await sql`delete from shared_limits where at_ms < ${nowMs} - ${sql.lit(quietMs)}`.execute(db);
}
