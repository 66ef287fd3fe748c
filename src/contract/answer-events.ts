import { z } from "zod";
import { toolEvents } from "./tool-events.ts";

export const citation = z.object({
  n: z
    .int()
    .positive()
    .describe(
      "The number the answer's text uses as its marker, [n]. Supported citations are 1 to k in the order of the text; those without support follow and have no marker.",
    ),
  path: z.string(),
  title: z.string(),
  heading: z.string(),
  url: z.string().describe("Absolute link to the page and its heading."),
  startLine: z.int(),
  endLine: z.int(),
  quote: z.string().describe("The words of the docs that the statement rests on."),
  revision: z.string(),
  supported: z
    .boolean()
    .describe(
      "Whether the quoted lines say what the answer claims with them; if not, the text has no marker for it.",
    ),
});
export type Citation = z.infer<typeof citation>;

/** Whether the docs answer the question, come near it, or do not cover it. */
export const outcomes = ["answered", "reserve", "declined"] as const;
export const outcome = z.enum(outcomes);
export type Outcome = z.infer<typeof outcome>;

const messageMetadata = z.strictObject({ threadId: z.string() });
const id = z.string();

/**
 * Every event an answer may consist of. Only what release 5.0.0 of the SDK accepts, with no other key:
 * its schema is strict, and one unknown key fails the reader's whole chat.
 */
export const answerEvent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("start"),
    messageId: id.optional(),
    messageMetadata: messageMetadata.optional(),
  }),
  z.strictObject({ type: z.literal("start-step") }),
  z.strictObject({ type: z.literal("finish-step") }),
  z.strictObject({ type: z.literal("text-start"), id }),
  z.strictObject({ type: z.literal("text-delta"), id, delta: z.string() }),
  z.strictObject({ type: z.literal("text-end"), id }),
  z.strictObject({
    type: z.literal("source-url"),
    sourceId: id,
    url: z.string(),
    title: z.string().optional(),
  }),
  ...toolEvents,
  z.strictObject({ type: z.literal("data-citations"), id, data: z.array(citation) }),
  z.strictObject({ type: z.literal("data-outcome"), id, data: z.strictObject({ outcome }) }),
  z.strictObject({
    type: z.literal("data-status"),
    id,
    data: z.strictObject({ state: z.enum(["searching", "reading", "writing"]) }),
    transient: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal("data-suggestions"), id, data: z.array(z.string()) }),
  z.strictObject({ type: z.literal("error"), errorText: z.string() }),
  z.strictObject({ type: z.literal("abort") }),
  z.strictObject({ type: z.literal("finish"), messageMetadata: messageMetadata.optional() }),
]);
export type AnswerEvent = z.infer<typeof answerEvent>;

/** What a client without `trigger` in its body is sent last: the contract's `threadId` on `finish`. */
export const plainFinish = z.strictObject({
  type: z.literal("finish"),
  threadId: z.string(),
  messageMetadata,
});
export type PlainFinish = z.infer<typeof plainFinish>;

export function endsAnswer(event: AnswerEvent): boolean {
  return event.type === "finish" || event.type === "error" || event.type === "abort";
}
