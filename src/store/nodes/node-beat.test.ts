import { expect, test } from "vitest";
import { emptyStoreLocation, openUntilEnd } from "../../../test/store-rows.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { takeLease } from "../leases.ts";
import { startNodeBeat } from "./node-beat.ts";

const log = createLog({ level: "silent", format: "json" });

test("a node tells that it runs until it stops, and takes away what dead ones have left", async () => {
  const db = await openUntilEnd(await emptyStoreLocation("postgres"));
  const now = new Date();
  const past = new Date(now.getTime() - 60_000);
  await takeLease(db, { name: "node/dead", owner: "0051", now: past });
  await takeLease(db, { name: "sync src_1", owner: "alive", now, lastsMs: 60_000 });
  const leases = async () =>
    (await db.selectFrom("leases").select("name").orderBy("name").execute()).map(({ name }) =>
      name.replace(/[\da-f-]{36}/, "own"),
    );
  const beat = startNodeBeat({ db, clock: systemClock, log });
  await expect.poll(leases).toEqual(["node/own", "sync src_1"]);
  await beat.stop();
  expect(await leases()).toEqual(["sync src_1"]);
});
