import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { tellsFacts } from "./score.ts";

const words = z.array(z.union([z.string(), z.array(z.string()).min(1)]));

const treeSet = z.object({
  name: z.string(),
  /** Where the docs come from, and the state of them that the questions were written for. */
  repository: z.string(),
  commit: z.string(),
  /** What is synced of the checkout; "" for all of it. */
  folder: z.string(),
  /** Nothing was tuned on these questions, even numbers included. */
  heldOut: z.boolean().default(false),
  answerable: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      pages: z.array(z.string()).min(1),
      fact: z.string(),
      /** Each stands in a good answer; of a list, any one of its entries. */
      facts: words.min(1),
      /** None of them stands in a good answer. */
      forbidden: z.array(z.string()).default([]),
      kind: z.string(),
    }),
  ),
  unanswerable: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      why: z.string(),
      /** On the docs' own topic; otherwise about something else altogether. */
      near: z.boolean(),
    }),
  ),
});

export type TreeSet = z.infer<typeof treeSet>;
export type TreeQuestion = TreeSet["answerable"][number];

const ownFolder = join(import.meta.dirname, "trees");

export type TreeChoice = {
  /** Names of sets; all of them when left out. */
  only: string[] | undefined;
  half: string | undefined;
  /** A folder of set files in place of Docent's own. */
  sets: string | undefined;
};

export function readTreeSets({ only, half, sets }: TreeChoice): TreeSet[] {
  const folder = sets ?? ownFolder;
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const all = names
    .sort()
    .map((name) => treeSet.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
  const chosen = all.filter(({ name }) => only === undefined || only.includes(name));
  if (half !== "odd" && half !== "even") return chosen;
  const isMine = ({ id }: { id: string }) => isOdd(id) === (half === "odd");
  return chosen.map((set) => ({
    ...set,
    answerable: set.answerable.filter(isMine),
    unanswerable: set.unanswerable.filter(isMine),
  }));
}

export function isOdd(id: string): boolean {
  return Number(id.replace(/\D/g, "")) % 2 === 1;
}

/** Holds every word that it must, and none that it must not. */
export function isRight(
  text: string,
  { facts, forbidden }: Pick<TreeQuestion, "facts" | "forbidden">,
): boolean {
  const has = (wanted: string) => tellsFacts(text, [wanted]);
  return facts.every((fact) => [fact].flat().some(has)) && !forbidden.some(has);
}
