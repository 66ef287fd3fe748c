import { createHash } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../database.ts";

/** When callers tried to log in, in milliseconds, as all nodes know it. */
export type AttemptTimes = {
  /** Hands in what is noted of a caller and notes what comes back. Nobody else changes it meanwhile. */
  change(caller: string, change: (times: number[]) => number[]): Promise<number[]>;
};

const keptMs = 3_600_000;

export function attemptTimes(deps: { db: Database; clock: Clock }): AttemptTimes {
  const { db, clock } = deps;
  return {
    async change(name, change) {
      const now = clock.now();
      const lastAt = now.toISOString();
      const past = new Date(now.getTime() - keptMs).toISOString();
      await db.deleteFrom("logInAttempts").where("lastAt", "<", past).execute();
      return db.transaction().execute(async (trx) => {
        const caller = hashOf(name);
        // Locks the row until the end, whether it was there or not.
        const { times } = await trx
          .insertInto("logInAttempts")
          .values({ caller, times: "[]", lastAt })
          .onConflict((conflict) => conflict.column("caller").doUpdateSet({ lastAt }))
          .returning("times")
          .executeTakeFirstOrThrow();
        const changed = change(JSON.parse(times));
        await trx
          .updateTable("logInAttempts")
          .set({ times: JSON.stringify(changed) })
          .where("caller", "=", caller)
          .execute();
        return changed;
      });
    },
  };
}

function hashOf(caller: string): string {
  return createHash("sha256").update(caller).digest("base64url").slice(0, 22);
}
