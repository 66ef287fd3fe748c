import type { ModelMessage } from "ai";
import type { JobMessage } from "../../contract/jobs.ts";
import type { Database } from "../../store/database.ts";
import { followUpsAfter } from "../../store/jobs/job-messages.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { instructionOf } from "../../store/jobs/texts-of.ts";
import type { Turn } from "./job-progress.ts";

type Place = { db: Database; job: Pick<Job, "id" | "messages"> };

/** What a turn is about as far as its model has heard, each message by itself; with `all`, earlier turns too. */
export async function taskTexts(
  { db, job }: Place,
  { number, heardBefore, heard }: Turn,
  all = false,
): Promise<string[]> {
  const sent = await followUpsAfter(db, job.id, all ? 0 : heardBefore);
  const texts = sent
    .filter(({ seq }) => seq <= heard)
    .map(({ messages }) => instructionOf(messages));
  return all || number === 1 ? [instructionOf(job.messages), ...texts] : texts;
}

/** The same as one text. */
export async function taskText(place: Place, turn: Turn): Promise<string> {
  return (await taskTexts(place, turn)).join("\n\n");
}

/** A title for work whose model gave it none. */
export function titleOf(task: string): string {
  const [line = ""] = task.trim().split("\n", 1);
  return line.slice(0, 70) || "Edit the docs";
}

/** What the caller sent, as user text: whatever role a message claims, none of it is ours. */
export function callerMessages(messages: JobMessage[]): ModelMessage[] {
  return messages.map(({ role, content }) => ({
    role: "user",
    content:
      role === "user"
        ? content
        : `(The caller marked this message as "${label(role)}".)\n\n${content}`,
  }));
}

function label(role: string): string {
  return role.replace(/[^\w-]+/g, " ").slice(0, 50);
}
