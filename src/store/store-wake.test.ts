import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { emptyStoreLocation, openUntilEnd } from "../../test/store-rows.ts";
import { createLog } from "../lib/log.ts";
import type { Wake } from "../lib/wake.ts";
import type { Database } from "./database.ts";
import { createStoreWake, type StoreWake } from "./store-wake.ts";

const never = 60_000;

test("what one node says wakes the readers of another, and of no other key", async () => {
  const { wakes } = await openNodes();
  const [here, there] = wakes;
  const other = countWakes(there, "ans_other");
  await untilConnected(here, there);
  for (let round = 0; round < 5; round += 1) {
    const listener = there.listen("ans_1");
    here.notify("ans_1");
    await listener.wait(never);
    listener.close();
  }
  expect(other.count()).toBe(0);
});

test("a node hears its own word once", async () => {
  const { wakes } = await openNodes();
  const [here, there] = wakes;
  await untilConnected(here, there);
  const own = countWakes(here, "ans_1");
  const theirs = countWakes(there, "ans_1");
  here.notify("ans_1");
  await theirs.until(1);
  here.notify("ans_2");
  await sleep(50);
  expect(own.count()).toBe(1);
});

test("hundreds of words at once fit into notices and all arrive", async () => {
  const { wakes } = await openNodes();
  const [here, there] = wakes;
  await untilConnected(here, there);
  const keys = Array.from({ length: 1_000 }, (_, index) => `ans_${index}_${"é".repeat(20)}`);
  const heard = keys.map((key) => countWakes(there, key));
  for (const key of keys) here.notify(key);
  await Promise.all(heard.map((one) => one.until(1)));
});

test("a word that no notice can hold wakes at home and breaks nothing", async () => {
  const { wakes } = await openNodes();
  const [here, there] = wakes;
  await untilConnected(here, there);
  const long = "x".repeat(20_000);
  const listener = here.listen(long);
  here.notify(long);
  await listener.wait(never);
  const after = countWakes(there, "ans_after");
  here.notify("ans_after");
  await after.until(1);
});

test("a connection that is cut is made anew, on both sides", async () => {
  const { db, wakes } = await openNodes();
  const [here, there] = wakes;
  await untilConnected(here, there);
  expect(await cutConnections(db)).toBe(2);
  await untilConnected(here, there);
});

test("rubbish on the channel is ignored", async () => {
  const { db, wakes } = await openNodes();
  const [here, there] = wakes;
  await untilConnected(here, there);
  for (const payload of ["", "{", "null", "[]", '["x", 1, {"a": 2}, null]', "9".repeat(7_000)])
    await sql`select pg_notify('docent_wake', ${payload})`.execute(db);
  const after = countWakes(there, "ans_after");
  here.notify("ans_after");
  await after.until(1);
});

test("closing lets go of the connection", async () => {
  const { db, wakes } = await openNodes();
  const [here, there] = wakes;
  await untilConnected(here, there);
  await Promise.all([here.close(), there.close()]);
  while ((await cutConnections(db)) > 0) await sleep(20);
});

test("an embedded store wakes inside its process", async () => {
  const db = await openUntilEnd(await emptyStoreLocation("sqlite"));
  const wake = createStoreWake(db, quiet());
  const listener = wake.listen("ans_1");
  wake.notify("ans_1");
  await listener.wait(never);
  await wake.close();
});

type Two = [StoreWake, StoreWake];

async function openNodes(): Promise<{ db: Database; wakes: Two }> {
  const location = await emptyStoreLocation("postgres");
  const open = async (): Promise<StoreWake> => {
    const wake = createStoreWake(await openUntilEnd(location), quiet());
    onTestFinished(() => wake.close());
    return wake;
  };
  return { db: await openUntilEnd(location), wakes: [await open(), await open()] };
}

function quiet() {
  return createLog({ level: "silent", format: "json" });
}

/** Words said before both are connected are lost, as they may be: it is said until it is heard. */
async function untilConnected(here: Wake, there: Wake): Promise<void> {
  for (const [from, to] of [
    [here, there],
    [there, here],
  ] as const) {
    const heard = countWakes(to, "hello");
    while (heard.count() === 0) {
      from.notify("hello");
      await sleep(20);
    }
  }
}

function countWakes(wake: Wake, key: string) {
  const listener = wake.listen(key);
  let count = 0;
  let open = true;
  onTestFinished(() => {
    open = false;
    listener.close();
  });
  void (async () => {
    for (;;) {
      await listener.wait(never);
      if (!open) return;
      count += 1;
    }
  })();
  return {
    count: () => count,
    async until(wanted: number) {
      while (count < wanted) await sleep(5);
    },
  };
}

async function cutConnections(db: Database): Promise<number> {
  const cut = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'docent wake'
  `.execute(db);
  return cut.rows.length;
}
