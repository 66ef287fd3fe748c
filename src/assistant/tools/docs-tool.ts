import type { z } from "zod";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import type { NumberedPassages } from "../answer/numbered-passages.ts";

/** What the assistant's tools read: the revision the answer is given from, and nothing else. */
export type DocsContext = {
  db: Database;
  search: Search;
  revisionId: string;
  /** What the reader asked for only: a tool must not find what the question's own filter leaves out. */
  filter: Parameters<Search["search"]>[1]["filter"];
  /** Texts that a tool shows get a number here, so that the answer can cite them. */
  passages: NumberedPassages;
};

/** One thing the model can do while it answers. It only reads, and what it gives is bounded. */
export type DocsTool<Schema extends z.ZodType = z.ZodType> = {
  /** As the model calls it, in snake_case. */
  name: string;
  /** What it does and when to use it, for the model. */
  description: string;
  input: Schema;
  /** Plain JSON for the model. An AppError's sentence is told to the model; other faults are not. */
  run(context: DocsContext, input: z.output<Schema>): Promise<unknown>;
};
