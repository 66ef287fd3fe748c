import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createAttendance } from "./attendance.ts";

const graceMs = 40;

function begun() {
  const attendance = createAttendance(graceMs);
  let left = 0;
  attendance.begin("ans_1", () => {
    left += 1;
  });
  const untilLeft = async () => {
    while (left === 0) await sleep(5);
  };
  return { attendance, left: () => left, untilLeft };
}

test("an answer that nobody ever reads is left", async () => {
  const { untilLeft } = begun();
  await untilLeft();
});

test("while one of its readers is there an answer is not left", async () => {
  const { attendance, left, untilLeft } = begun();
  const [first, second] = [attendance.attend("ans_1"), attendance.attend("ans_1")];
  first();
  first();
  await sleep(3 * graceMs);
  expect(left()).toBe(0);
  second();
  await untilLeft();
});

test("a reader who comes back in time keeps the answer", async () => {
  const { attendance, left } = begun();
  for (let visit = 0; visit < 5; visit += 1) {
    const leave = attendance.attend("ans_1");
    await sleep(graceMs);
    leave();
  }
  attendance.attend("ans_1");
  await sleep(3 * graceMs);
  expect(left()).toBe(0);
});

test("an answer that has ended is not left, whatever its readers do", async () => {
  const { attendance, left } = begun();
  const leave = attendance.attend("ans_1");
  attendance.end("ans_1");
  leave();
  attendance.attend("ans_1")();
  attendance.attend("ans_of_another_node")();
  await sleep(3 * graceMs);
  expect(left()).toBe(0);
});
