import { z } from "zod";
import { refDescription } from "./refs.ts";

const part = z.looseObject({ type: z.string().max(200), text: z.string().optional() });

const message = z.looseObject({
  id: z.string().max(200).default("").describe("The client's own id; it may repeat."),
  role: z.string().max(100).describe("`user`, `assistant`; any other role is untrusted text."),
  parts: z.array(part).default([]),
  content: z.string().optional().describe("Text of a message without parts."),
  metadata: z.unknown().optional(),
});
export type ClientMessage = z.infer<typeof message>;

/** Of what is limited by a setting, no setting allows more. */
export const longestSetting = 1_000_000;

export const contextItem = z.object({
  type: z.enum(["code", "textSelection"]),
  value: z
    .string()
    .max(longestSetting)
    .describe(
      "The code snippet or the selected text; 20,000 characters unless the server is set otherwise.",
    ),
  path: z.string().max(2_000).nullish().describe("Path of the page or file it was taken from."),
  elementId: z.string().max(500).nullish(),
});
export type ContextItem = z.infer<typeof contextItem>;

const filterScalar = z.union([z.string().max(1_000), z.number(), z.boolean()]);
const mostFilterKeys = 20;
const mostFilterValues = 100;

const filterValue = z.union([filterScalar, z.array(filterScalar).max(mostFilterValues)]);
const longestFilterKey = 200;

const filter = z
  // How long a ref is says nothing about whether its caller may name one, so that is not looked at here.
  .object({ ref: z.union([z.string(), filterValue]).optional().describe(refDescription) })
  .catchall(filterValue)
  .refine(
    (given) => Object.keys(given).every((key) => key.length <= longestFilterKey),
    `A key of a filter has at most ${longestFilterKey} characters.`,
  )
  .refine(
    (given) => Object.keys(given).length <= mostFilterKeys,
    `A filter has at most ${mostFilterKeys} keys.`,
  )
  .refine(
    (given) => Object.values(given).flat().length <= mostFilterValues,
    `A filter has at most ${mostFilterValues} values, of all its keys together.`,
  )
  .meta({ maxProperties: mostFilterKeys });

type FilterScalar = z.infer<typeof filterScalar>;
export type Filter = Record<string, FilterScalar | FilterScalar[]>;

export const assistantRequest = z.object({
  messages: z
    .array(message)
    .min(1)
    .describe(
      "The conversation; the last user message is the question, of 8,000 characters unless the server is set otherwise.",
    ),
  fp: z
    .string()
    .min(1)
    .max(256)
    .nullish()
    .transform((fp) => fp ?? "anonymous")
    .describe("Who asks: `anonymous`, or an identifier of the user."),
  threadId: z.string().max(128).nullish().describe("Goes on with this conversation."),
  id: z
    .string()
    .max(256)
    .optional()
    .describe("The chat's id, sent by the SDK; 16 characters or more name a thread."),
  trigger: z
    .string()
    .max(100)
    .optional()
    .describe("Sent by the SDK: `submit-message` or `regenerate-message`."),
  messageId: z
    .string()
    .max(200)
    .nullish()
    .describe("Sent by the SDK: the message that is edited or regenerated."),
  retrievalPageSize: z
    .int()
    .positive()
    .nullish()
    .transform((size) => Math.min(size ?? 5, 50))
    .describe("Search results used for the answer; 5 is a good value, more than 50 counts as 50."),
  filter: filter
    .nullish()
    .transform((given): Filter => given ?? {})
    .describe(
      `Page metadata that must match; an array means any of. \`version\` and \`language\` are those of the site, and \`ref\` names a branch or commit to answer from. At most ${mostFilterKeys} keys, and ${mostFilterValues} values in all.`,
    ),
  context: z
    .array(contextItem)
    .max(50)
    .nullish()
    .transform((items) => items ?? [])
    .describe("Code or text the reader has selected; it steers the search and the answer."),
  currentPath: z.string().max(2_000).nullish().describe("The page the reader is on."),
});
export type AssistantRequest = z.infer<typeof assistantRequest>;

/** What of a request is kept with its answer, so that the question can be asked again. */
export const askedSettings = assistantRequest.pick({
  retrievalPageSize: true,
  filter: true,
  context: true,
  currentPath: true,
});

export const finishForm = z.enum(["metadata", "both"]);
export type FinishForm = z.infer<typeof finishForm>;

/** Shorter chat ids are likely to be hard-coded by a site and shared by all its readers. */
export const shortestChatId = 16;
