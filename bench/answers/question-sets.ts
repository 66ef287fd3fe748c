import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { halfOf, type QuestionSet } from "./score.ts";

const questionSet = z.object({
  name: z.string(),
  answerable: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      pages: z.array(z.string()).min(1),
      fact: z.string(),
      facts: z.array(z.string()).optional(),
    }),
  ),
  unanswerable: z.array(z.object({ id: z.string(), question: z.string(), why: z.string() })),
});

export type Choice = {
  /** One file in place of all sets about Docent's own docs. */
  file: string | undefined;
  half: string | undefined;
  /** Keeps the first questions of each kind. */
  limit: number | undefined;
};

export function readQuestionSets({ file, half, limit }: Choice): QuestionSet[] {
  const files = file === undefined ? ownSets() : [file];
  return files.map((one) => {
    const set = questionSet.parse(JSON.parse(readFileSync(one, "utf8")));
    const part = half === "odd" || half === "even" ? halfOf(set, half) : set;
    return {
      ...part,
      answerable: part.answerable.slice(0, limit),
      unanswerable: part.unanswerable.slice(0, limit),
    };
  });
}

function ownSets(): string[] {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => join(import.meta.dirname, name));
}
