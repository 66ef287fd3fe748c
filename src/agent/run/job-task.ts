import type { FollowUp } from "../../store/jobs/job-messages.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import type { Turn } from "./job-progress.ts";
import { instructionOf } from "./system-prompt.ts";

/** What people have asked a job for. */
export type Task = {
  /** What the turn at hand is about, with what has just been heard. */
  instruction(heard: FollowUp[]): string;
  /** What this turn is about, and with `all` earlier ones too: each message of theirs by itself. */
  messages(heard: number, all: boolean): string[];
};

export function taskOf(
  job: Pick<Job, "messages">,
  { number, heardBefore, heard }: Turn,
  sent: FollowUp[],
): Task {
  const known = new Map(sent.map((one) => [one.seq, one]));
  const textsBetween = (after: number, to: number) =>
    [...known.values()]
      .filter(({ seq }) => seq > after && seq <= to)
      .sort((left, right) => left.seq - right.seq)
      .map(({ messages }) => instructionOf(messages));
  const first = instructionOf(job.messages);
  const messages = (to: number, all: boolean) => [
    ...(all || number === 1 ? [first] : []),
    ...textsBetween(all ? 0 : heardBefore, to),
  ];
  let upTo = heard;
  return {
    instruction(news) {
      for (const one of news) known.set(one.seq, one);
      upTo = Math.max(upTo, news.at(-1)?.seq ?? 0);
      return messages(upTo, false).join("\n\n");
    },
    messages,
  };
}
