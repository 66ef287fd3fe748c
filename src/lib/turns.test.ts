import { expect, test } from "vitest";
import { createOrder, createTurns } from "./turns.ts";

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

test("work in order never overlaps, and goes on after a fault", async () => {
  const inOrder = createOrder();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} ends`);
    if (name === "first") throw new Error("a fault");
    return name;
  };
  const [first, second] = [inOrder("a", work("first")), inOrder("a", work("second"))];
  await expect(first).rejects.toThrow("a fault");
  expect(await second).toBe("second");
  expect(order).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  order.length = 0;
  await Promise.all([inOrder("a", work("one")), inOrder("b", work("other"))]);
  expect(order.slice(0, 2)).toEqual(["one begins", "other begins"]);
});
