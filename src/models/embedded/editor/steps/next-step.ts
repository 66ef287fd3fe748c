import { isDeepStrictEqual } from "node:util";
import { carryOutInstruction } from "../carry-out-instruction.ts";
import type { EditInput } from "../edit-input.ts";
import type { EditSteps, PlannedStep, ToolResult } from "./edit-steps.ts";

export type PastCall = {
  id: string;
  name: string;
  input: unknown;
  output?: unknown;
  error?: string;
};
export type PastStep = { text: string; calls: PastCall[] };
export type Step = { text: string; calls: { id: string; name: string; input: unknown }[] };

/** A job in the middle: `next` is what comes after `steps`. */
export type OpenJob = {
  input: EditInput;
  steps: PastStep[];
  work: EditSteps<void>;
  next: PlannedStep;
};

/** The next step of a job: the same one whenever it is asked with the same steps behind it. No calls: the job is over. */
export function nextStep(input: EditInput, steps: PastStep[]): Step {
  return stepOf(replay(input, steps));
}

/** Runs the job up to its next step. */
export function replay(input: EditInput, steps: PastStep[]): OpenJob {
  // Steps that this instruction would not have led to (another model's, or before a new message) are passed over.
  for (let first = 0; first < steps.length; first += 1) {
    const job = replayFrom(input, steps, first);
    if (job !== undefined) return job;
  }
  const work = carryOutInstruction(input, steps.length);
  return { input, steps, work, next: plannedOf(work.next()) };
}

/** Goes on by one step; undefined when it is not the step the job was waiting for. */
export function advance(job: OpenJob, step: PastStep): OpenJob | undefined {
  if (job.next.calls.length === 0 || !isSame(job.next, step)) return undefined;
  const next = plannedOf(job.work.next(step.calls.map(resultOf)));
  return { ...job, steps: [...job.steps, step], next };
}

export function stepOf({ next, steps }: OpenJob): Step {
  const calls = next.calls.map(({ name, input }, index) => ({
    id: `step-${steps.length + 1}-call-${index + 1}`,
    name,
    input,
  }));
  return { text: next.text, calls };
}

function replayFrom(input: EditInput, steps: PastStep[], first: number): OpenJob | undefined {
  const work = carryOutInstruction(input, first);
  let job: OpenJob | undefined = {
    input,
    steps: steps.slice(0, first),
    work,
    next: plannedOf(work.next()),
  };
  for (const step of steps.slice(first)) {
    job = advance(job, step);
    if (job === undefined) return undefined;
  }
  return job;
}

function plannedOf(state: IteratorResult<PlannedStep, void>): PlannedStep {
  return state.done ? { text: "", calls: [] } : state.value;
}

function isSame(next: PlannedStep, step: PastStep): boolean {
  if (next.calls.length !== step.calls.length) return false;
  return next.calls.every((call, index) => {
    const past = step.calls[index];
    return past?.name === call.name && holds(past.input, call.input);
  });
}

/** The loop may have filled in what was left out; what was said must be there. */
function holds(past: unknown, input: Record<string, unknown>): boolean {
  if (typeof past !== "object" || past === null) return false;
  const values = new Map<string, unknown>(Object.entries(past));
  return Object.entries(input).every(([key, value]) => isDeepStrictEqual(values.get(key), value));
}

function resultOf(call: PastCall): ToolResult {
  if (call.error !== undefined) return { error: call.error };
  return call.output === undefined
    ? { error: "The tool gave no result." }
    : { output: call.output };
}
