import { isDeepStrictEqual } from "node:util";
import type { EditInput } from "../edit-input.ts";
import {
  advance,
  type nextStep,
  type OpenJob,
  type PastStep,
  replay,
  type Step,
  stepOf,
} from "./next-step.ts";

/** Jobs kept open; each holds the texts of the pages it has read. */
const maxOpenJobs = 3;

/**
 * Gives the same steps as `nextStep`, but goes on from where the job stands when it was the last to be asked about it,
 * so that a long job does not read all its pages anew for every step.
 */
export function createEditor(): typeof nextStep {
  let open: OpenJob[] = [];
  return (input: EditInput, steps: PastStep[]): Step => {
    const known = open.find((job) => precedes(job, input, steps));
    open = open.filter((job) => job !== known);
    const last = steps.at(-1);
    const job = (known && last ? advance(known, last) : undefined) ?? replay(input, steps);
    if (job.next.calls.length > 0) open = [...open, job].slice(-maxOpenJobs);
    return stepOf(job);
  };
}

function precedes(job: OpenJob, input: EditInput, steps: PastStep[]): boolean {
  if (job.steps.length !== steps.length - 1 || !isDeepStrictEqual(job.input, input)) return false;
  return isDeepStrictEqual(job.steps, steps.slice(0, -1));
}
