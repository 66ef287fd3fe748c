import type { AnswerEvent } from "../../contract/answer-events.ts";
import type { Clock } from "../../lib/clock.ts";
import type { AnswerTimings } from "../../store/answers/answers.ts";

/** Sees an answer being written: what was said, and when, in milliseconds from its start. */
export function createWitness(clock: Clock) {
  const startMs = clock.now().getTime();
  const passed = () => clock.now().getTime() - startMs;
  const timings: Omit<AnswerTimings, "totalMs"> = { retrievedMs: 0, firstTokenMs: 0 };
  let text = "";
  return {
    retrieved() {
      timings.retrievedMs = passed();
    },
    /** Hands the events on. */
    async *watch<Outcome>(
      events: AsyncGenerator<AnswerEvent, Outcome>,
    ): AsyncGenerator<AnswerEvent, Outcome> {
      for (;;) {
        const step = await events.next();
        if (step.done) return step.value;
        if (step.value.type === "text-delta") {
          if (text === "") timings.firstTokenMs = passed();
          text += step.value.delta;
        }
        yield step.value;
      }
    },
    text: () => text,
    timings: (): AnswerTimings => ({ ...timings, totalMs: passed() }),
  };
}
