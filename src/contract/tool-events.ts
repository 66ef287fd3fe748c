import { z } from "zod";

const toolCallId = z.string();

/** What a model does with its tools, in answers and jobs alike. `dynamic`: clients need not know the tools beforehand. */
export const toolEvents = [
  z.strictObject({
    type: z.literal("tool-input-available"),
    toolCallId,
    toolName: z.string(),
    input: z.unknown(),
    dynamic: z.literal(true),
  }),
  z.strictObject({
    type: z.literal("tool-output-available"),
    toolCallId,
    output: z.unknown(),
    dynamic: z.literal(true),
  }),
  z.strictObject({
    type: z.literal("tool-output-error"),
    toolCallId,
    errorText: z.string(),
    dynamic: z.literal(true),
  }),
] as const;
