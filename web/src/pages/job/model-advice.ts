import type { JobModelFault } from "../../../../src/contract/job-list.ts";

const again = "This often passes by itself: run the job again in a while.";
const advice: Record<string, string> = {
  rate_limited: again,
  overloaded: again,
  unreachable: "Check the address of the model's server and the network, then run the job again.",
  timeout: again,
  cut: again,
  refused: "The model declined the task: put it in other words, then run it.",
  too_long: "Ask for less at once: edit the instruction, then run it.",
  bad_reply: "Check the name of the model and the address of its server, then run the job again.",
  unauthorised:
    "Check the key of the model's server and what that account may use, then run the job again.",
};

/** What a person can do about a model that failed. */
export function modelAdvice({ kind }: Pick<JobModelFault, "kind">): string {
  return advice[kind] ?? "";
}

/** The failure as a headline: the provider's status, where it answered at all. */
export function modelHeadline({ status }: Pick<JobModelFault, "status">): string {
  if (status === null) return "The model could not be used";
  return `The model's provider answered with status ${status}`;
}
