import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { attemptTimes } from "./log-in-attempts.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("attempts at the same moment are all noted, and forgotten an hour later", async () => {
    const db = await openTestStore(kind);
    let nowMs = Date.parse("2030-01-01T12:00:00Z");
    const times = attemptTimes({ db, clock: { now: () => new Date(nowMs) } });
    const add = (caller: string, at: number) => times.change(caller, (before) => [...before, at]);
    const all = [1, 2, 3, 4, 5, 6, 7, 8];
    await Promise.all([...all.map((at) => add("one", at)), add("other", 9)]);
    const noted = await times.change("one", (before) => before);
    expect(noted.toSorted()).toEqual(all);
    expect(await times.change("other", (before) => before)).toEqual([9]);
    const rows = await db.selectFrom("logInAttempts").select("caller").execute();
    expect(rows.map(({ caller }) => caller)).not.toContain("one");
    nowMs += 3_600_001;
    expect(await add("third", 10)).toEqual([10]);
    expect(await db.selectFrom("logInAttempts").selectAll().execute()).toHaveLength(1);
  });
});
