import { expect, test } from "vitest";
import type { AnswerEvent } from "../../contract/answer-events.ts";
import { createWitness } from "./witness.ts";

test("an answer's text and times are seen, and its events and outcome handed on", async () => {
  const clock = handClock();
  const witness = createWitness(clock);
  clock.pass(10);
  witness.retrieved();
  async function* story(): AsyncGenerator<AnswerEvent, string> {
    clock.pass(5);
    yield { type: "data-status", id: "status", data: { state: "reading" } };
    clock.pass(5);
    yield { type: "text-delta", id: "answer", delta: "Run " };
    clock.pass(5);
    yield { type: "text-delta", id: "answer", delta: "it." };
    return "done";
  }
  const { events, outcome } = await play(witness.watch(story()));
  clock.pass(5);
  expect(events.map((event) => event.type)).toEqual(["data-status", "text-delta", "text-delta"]);
  expect(outcome).toBe("done");
  expect(witness.text()).toBe("Run it.");
  expect(witness.timings()).toEqual({ retrievedMs: 10, firstTokenMs: 20, totalMs: 30 });
});

test("an answer without a word has no first one", async () => {
  const witness = createWitness(handClock());
  expect(witness.text()).toBe("");
  expect(witness.timings()).toEqual({ retrievedMs: 0, firstTokenMs: 0, totalMs: 0 });
});

test("what was said before a fault is kept", async () => {
  const witness = createWitness(handClock());
  async function* story(): AsyncGenerator<AnswerEvent, string> {
    yield { type: "text-delta", id: "answer", delta: "Half" };
    throw new Error("a fault");
  }
  await expect(play(witness.watch(story()))).rejects.toThrow("a fault");
  expect(witness.text()).toBe("Half");
});

function handClock() {
  let ms = Date.parse("2030-01-01T12:00:00Z");
  return {
    now: () => new Date(ms),
    pass(milliseconds: number) {
      ms += milliseconds;
    },
  };
}

async function play(story: AsyncGenerator<AnswerEvent, string>) {
  const events: AnswerEvent[] = [];
  for (;;) {
    const step = await story.next();
    if (step.done) return { events, outcome: step.value };
    events.push(step.value);
  }
}
