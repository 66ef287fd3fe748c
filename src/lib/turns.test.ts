import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("of costly work one piece begins in each turn of the event loop", async () => {
  const turn = createTurns();
  const order: string[] = [];
  const works = [1, 2, 3].map(async (work) => {
    await turn();
    order.push(`work ${work}`);
    setImmediate(() => order.push("others"));
  });
  await Promise.all(works);
  expect(order).toEqual(["work 1", "others", "work 2", "others", "work 3"]);
});
