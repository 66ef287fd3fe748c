import { z } from "zod";
import type { ToolResult } from "./edit-steps.ts";

export const fileList = z.object({ files: z.array(z.string()), truncated: z.boolean().optional() });

export const filePiece = z.object({
  startLine: z.number().int(),
  endLine: z.number().int(),
  totalLines: z.number().int(),
  content: z.string(),
});

export const textMatches = z.object({
  matches: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })),
  truncated: z.boolean().optional(),
});

const passage = z.object({
  path: z.string(),
  title: z.string(),
  heading: z.string().nullish(),
  content: z.string(),
});
export type FoundPassage = z.infer<typeof passage>;
export const passages = z.object({ passages: z.array(passage) });

/** The output in the shape it should have; undefined when the tool failed or answered with something else. */
export function outputOf<T>(schema: z.ZodType<T>, result: ToolResult | undefined): T | undefined {
  return schema.safeParse(result?.output).data;
}

/** Why there is no output, in one line. */
export function faultOf(result: ToolResult | undefined): string {
  return result?.error?.slice(0, 300) || "the tool gave no usable result";
}
