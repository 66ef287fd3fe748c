import { expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestProject, countRows, minutesAfterNoon, noon } from "../../../test/store-rows.ts";
import { releaseChangeLock, takeChangeLock } from "./change-locks.ts";

test.each(storeKinds)(
  "a branch is opened by one at a time, and by another when its holder is gone, on %s",
  async (kind) => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const lockOf = (holder: string, head = "x") => ({ projectId, head, holder });
    const times = { now: noon, heldUntil: minutesAfterNoon(1) };
    expect(await takeChangeLock(db, lockOf("one"), times)).toBe(true);
    expect(await takeChangeLock(db, lockOf("two"), times)).toBe(false);
    expect(await takeChangeLock(db, lockOf("two", "y"), times)).toBe(true);
    expect(await takeChangeLock(db, lockOf("one"), times)).toBe(true);
    await releaseChangeLock(db, lockOf("two"));
    expect(await takeChangeLock(db, lockOf("two"), times)).toBe(false);
    const later = { now: minutesAfterNoon(2), heldUntil: minutesAfterNoon(3) };
    expect(await takeChangeLock(db, lockOf("two"), later)).toBe(true);
    await releaseChangeLock(db, lockOf("one"));
    expect(await countRows(db, "changeLocks")).toBe(2);
    await releaseChangeLock(db, lockOf("two"));
    expect(await takeChangeLock(db, lockOf("one"), times)).toBe(true);
  },
);
