import type { JobMessage } from "../../contract/jobs.ts";
import type { Row } from "../tables.ts";

type JobTexts = Omit<Row<"jobTexts">, "jobId">;
export type TitledJob = { id: string; branch: string; messages: JobMessage[] };

const longestTitle = 120;
const longestInstruction = 1_000;
const longestSearched = 8_000;

/** What a list says of a job. `changeTitle`: what the job called its change; "" while it has none. */
export function textsOf({ id, branch, messages }: TitledJob, changeTitle = ""): JobTexts {
  const asked = instructionOf(messages);
  const title = shortTitle(changeTitle) || shortTitle(asked) || "Edit the docs";
  const searched = [title, branch, id, asked.slice(0, longestSearched)].join("\n");
  return {
    title,
    instruction: shortInstruction(messages),
    words: storable(searched.toLowerCase()),
  };
}

/** The task in plain text, newest message last. An assistant's earlier words are no part of it unless there is nothing else. */
export function instructionOf(messages: JobMessage[]): string {
  const asked = messages.filter((message) => message.role !== "assistant");
  return (asked.length > 0 ? asked : messages).map(({ content }) => content).join("\n\n");
}

/** The beginning of a task: enough to know it by. */
export function shortInstruction(messages: JobMessage[]): string {
  return cut(storable(instructionOf(messages).trim()), longestInstruction);
}

/** The first line that says something. */
function shortTitle(text: string): string {
  const [line = ""] = storable(text.slice(0, 10_000)).trim().split("\n", 1);
  return cut(line.trim(), longestTitle);
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`.toWellFormed();
}

/** PostgreSQL stores neither a NUL nor half a character. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
