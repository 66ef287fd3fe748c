import { z } from "zod";

/** What the embedded model edits by. The steps so far come from the prompt, as tool calls and their results. */
export const editInput = z.object({
  task: z.literal("edit"),
  /** Everything the person wrote, newest last. */
  instruction: z.string(),
  /** Folder of the docs in the repository, where the caller knows it; else it is found from the files. */
  docsFolder: z.string().optional(),
});

export type EditInput = z.infer<typeof editInput>;
