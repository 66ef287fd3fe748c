import { isDeepStrictEqual } from "node:util";
import { carryOutInstruction } from "../carry-out-instruction.ts";
import type { EditInput } from "../edit-input.ts";
import type { EditSteps, PlannedStep, ToolResult } from "./edit-state.ts";

export type PastCall = {
  id: string;
  name: string;
  input: unknown;
  output?: unknown;
  error?: string;
};
/** `endsTurn`: it ended what was asked for so far, and something else was asked for after it. */
export type PastStep = { text: string; calls: PastCall[]; endsTurn?: true };

/** No calls: the job is over. */
export type EditStep = { text: string; calls: { id: string; name: string; input: unknown }[] };

/** The next step of a job: the same one whenever it is asked with the same steps behind it. */
export type Editor = (input: EditInput, steps: PastStep[]) => EditStep;

/** A job in the middle: `next` is what comes after `steps`. */
type OpenJob = { input: EditInput; steps: PastStep[]; work: EditSteps<void>; next: PlannedStep };

/** Jobs kept open; each holds the texts of the pages it has read. */
const maxOpenJobs = 3;

/**
 * Runs a job anew for every step, but goes on from where it stands when it was the last to be asked about it, so that a
 * long job does not read all its pages again.
 */
export function createEditor(): Editor {
  let open: OpenJob[] = [];
  return (input, all) => {
    const steps = all.slice(all.findLastIndex(({ endsTurn }) => endsTurn) + 1);
    const known = open.find((job) => precedes(job, input, steps));
    open = open.filter((job) => job !== known);
    const last = steps.at(-1);
    const job = (known && last ? advance(known, last) : undefined) ?? replay(input, steps);
    if (job.next.calls.length > 0) open = [...open, job].slice(-maxOpenJobs);
    const id = `step-${all.length + 1}-call`;
    const calls = job.next.calls.map((call, index) => ({ id: `${id}-${index + 1}`, ...call }));
    return { text: job.next.text, calls };
  };
}

function precedes(job: OpenJob, input: EditInput, steps: PastStep[]): boolean {
  if (job.steps.length !== steps.length - 1 || !isDeepStrictEqual(job.input, input)) return false;
  return isDeepStrictEqual(job.steps, steps.slice(0, -1));
}

/** Runs the job up to its next step. Steps that it would not have led to (another model's, or before a new message) are passed over. */
function replay(input: EditInput, steps: PastStep[]): OpenJob {
  let begun = begin(input);
  for (const [passed, first] of steps.entries()) {
    if (!isSame(begun.next, first)) continue;
    let job: OpenJob | undefined = { ...begun, steps: steps.slice(0, passed) };
    for (const step of steps.slice(passed)) job = job && advance(job, step);
    if (job !== undefined) return job;
    begun = begin(input);
  }
  return { ...begun, steps };
}

/** Reading an instruction takes a while: it is done again only where a step could be the first. */
function begin(input: EditInput): OpenJob {
  const work = carryOutInstruction(input);
  return { input, steps: [], work, next: plannedOf(work.next()) };
}

/** Goes on by one step; undefined when it is not the step the job was waiting for. */
function advance(job: OpenJob, step: PastStep): OpenJob | undefined {
  if (job.next.calls.length === 0 || !isSame(job.next, step)) return undefined;
  const next = plannedOf(job.work.next(step.calls.map(resultOf)));
  return { ...job, steps: [...job.steps, step], next };
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
