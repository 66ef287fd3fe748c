import { z } from "zod";
import { defineTool } from "./tool.ts";

const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .transform((given) => given.slice(0, longest));

export const finish = defineTool({
  name: "finish",
  description:
    "Ends the job: a change is opened from everything that differs from the base. Call it once, when nothing is left to do.",
  input: z.object({
    title: text(200).describe("Title of the change: imperative, under 70 characters."),
    summary: text(50_000).describe("What changed and why, in Markdown bullet points."),
    messageToUser: text(5_000).describe("One or two plain sentences for the person who asked."),
  }),
  async run(_, outcome) {
    return { output: { finished: true }, outcome };
  },
});
