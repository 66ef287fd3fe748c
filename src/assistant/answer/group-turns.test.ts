import { expect, test } from "vitest";
import { createGroupTurns } from "./group-turns.ts";

const { signal } = new AbortController();

test("those of one group go one after the other, and do not hold up another group", async () => {
  const turns = createGroupTurns();
  const seen: string[] = [];
  const endFirst = await turns.take("a", signal);
  const second = turns.take("a", signal).then((end) => {
    seen.push("second");
    end();
  });
  const third = turns.take("a", signal).then((end) => {
    seen.push("third");
    end();
  });
  const endOther = await turns.take("b", signal);
  expect(seen).toEqual([]);
  endOther();
  endFirst();
  await Promise.all([second, third]);
  expect(seen).toEqual(["second", "third"]);
});

test("one that gives up while it waits lets nobody pass before their turn", async () => {
  const turns = createGroupTurns();
  const endFirst = await turns.take("a", signal);
  const abort = new AbortController();
  const gone = turns.take("a", abort.signal);
  let isThere = false;
  const next = turns.take("a", signal).then((end) => {
    isThere = true;
    end();
  });
  abort.abort(new Error("gone"));
  await expect(gone).rejects.toThrow("gone");
  expect(isThere).toBe(false);
  endFirst();
  await next;
  (await turns.take("a", signal))();
});
