import { z } from "zod";
import type { Overlay } from "../../git/overlay/overlay.ts";
import { AppError } from "../../lib/app-error.ts";
import { defuseMarkdown } from "../../text/safe/defuse-markdown.ts";
import type { Claim } from "../run/job-progress.ts";
import { defineTool } from "./tool.ts";

const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .transform((given) => given.slice(0, longest).toWellFormed());

const claim = z.object({
  text: text(500).describe("The statement, as one sentence."),
  path: z.string().optional().describe("The file it rests on, from the top of the repository."),
  line: z.int().positive().optional().describe("The line of that file, from 1."),
});

export const finishTool = defineTool({
  name: "finish",
  description: `Ends the job: a change is opened from everything that differs from the base. Call it once, alone and last, when nothing is left to do and check finds nothing broken.
claims lists what is new in the docs as a statement of fact, up to 30, each with the file and line of this repository it rests on: a reviewer reads them side by side. A claim without path and line means that nothing here proves it and the reviewer must confirm it. A source that does not exist makes the call fail: correct it and call again.`,
  input: z.object({
    title: text(200).describe("Title of the change: imperative, under 70 characters."),
    summary: text(50_000).describe("What changed and why, in Markdown bullet points."),
    messageToUser: text(5_000).describe("One or two plain sentences for the person who asked."),
    claims: z.array(claim).max(30).optional().describe("Left out: nothing new is stated."),
  }),
  async run({ overlay }, { claims = [], ...outcome }) {
    const faults: string[] = [];
    const checked: Claim[] = [];
    for (const [index, given] of claims.entries()) {
      const fault = await sourceFault(overlay, given);
      if (fault !== undefined) faults.push(`claims.${index}: ${fault}`);
      checked.push({ text: given.text, source: sourceOf(given) });
    }
    if (faults.length > 0) {
      const advice = "Correct these sources, or leave path and line out where there is none.";
      throw new AppError("invalid_request", `${faults.join(" ")} ${advice}`);
    }
    const messageToUser = defuseMarkdown(outcome.messageToUser);
    return { output: { finished: true }, outcome: { ...outcome, messageToUser, claims: checked } };
  },
});

type Given = z.output<typeof claim>;

function sourceOf({ path, line }: Given): Claim["source"] {
  if (path === undefined || line === undefined) return undefined;
  return { path: path.replace(/^\.\//, ""), line };
}

async function sourceFault(overlay: Overlay, { path, line }: Given): Promise<string | undefined> {
  if (path === undefined && line === undefined) return undefined;
  if (path === undefined) return "a line needs the path of its file.";
  if (line === undefined) return `name the line of ${path} that says it.`;
  try {
    const lines = countLines(await overlay.read(path));
    return line <= lines ? undefined : `${path} has ${lines} lines, so there is no line ${line}.`;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

function countLines(content: string): number {
  const lines = content.split("\n").length;
  return content.endsWith("\n") ? lines - 1 : lines;
}
