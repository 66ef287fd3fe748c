import { z } from "zod";
import { modelId, modelProviders } from "./models.ts";

const starter = z
  .string()
  .trim()
  .min(1, "Must not be empty.")
  .max(200, "At most 200 characters.")
  .regex(/^[^\p{Cc}]*$/u, "Must be one line.");

const mostStarters = 8;
const mostDollars = 1_000_000;
const mostTokens = 1_000_000_000_000;
const mostDays = 36_500;

export const starters = z.array(starter).max(mostStarters, `At most ${mostStarters} questions.`);
const dailyDollars = z
  .number("Must be an amount of dollars.")
  .min(0, "Must not be negative.")
  .max(mostDollars, `At most ${mostDollars}.`);
const dailyTokens = z
  .int("Must be a whole number.")
  .min(0, "Must not be negative.")
  .max(mostTokens, `At most ${mostTokens}.`);
const keepAnswersDays = z
  .int("Must be a whole number.")
  .min(0, "Must not be negative.")
  .max(mostDays, `At most ${mostDays}.`);

/** What Docent's own view of the pages is for: reading and asking, reading alone, or nothing. */
export const readerModes = ["ask", "read", "off"] as const;
const readerModeSetting = z.enum(readerModes);

/** What a project stores beside its name and its sources. What is not there is the deployment's. */
export const ownSettings = z.object({
  starters: starters.optional(),
  dailyDollars: dailyDollars.optional(),
  dailyTokens: dailyTokens.optional(),
  keepAnswersDays: keepAnswersDays.optional(),
  reader: readerModeSetting.optional(),
});
export type OwnSettings = z.infer<typeof ownSettings>;

const limit = (schema: z.ZodType<number>, what: string) =>
  z.object({
    own: schema.nullable().describe(`${what}; null: the deployment's.`),
    deployment: z.number().nullable().describe("What holds without it; null or 0: no limit."),
    setBy: z.string().describe("The setting of the environment that wins over it; empty for none."),
  });

export const projectSettings = z.object({
  version: z.string().describe("Of these values: a change names the one it was made from."),
  name: z.string(),
  domain: z.string(),
  baseUrl: z.string(),
  visibility: z.enum(["public", "private"]),
  reader: z.object({
    own: readerModeSetting.nullable().describe("null: by the visibility."),
    mode: readerModeSetting.describe("What holds."),
  }),
  starters: z.array(z.string()).describe("Questions that a chat offers before the first one."),
  extraPaths: z.array(z.string()),
  editSourceId: z.string().nullable().describe("The source whose repository jobs edit."),
  servedBy: z
    .string()
    .describe("The setting that says where the docs of the first source are; empty for none."),
  model: z.object({
    provider: z.enum(modelProviders).nullable().describe("null: the deployment's."),
    sonnet: z.string().describe("Empty: the deployment's."),
    opus: z.string().describe("Empty: the deployment's."),
    url: z.string().describe("Of its own; only the operator sets it."),
    keyName: z.string().describe("Of its own; only the operator sets it."),
  }),
  uses: z.object({
    answers: z.string().describe("The model that answers, in words."),
    sonnet: z.string(),
    opus: z.string(),
    embedder: z.string(),
  }),
  dailyDollars: limit(dailyDollars, "Dollars a day"),
  dailyTokens: limit(dailyTokens, "Tokens a day"),
  keepAnswersDays: limit(keepAnswersDays, "Days that answers are kept"),
});
export type ProjectSettings = z.infer<typeof projectSettings>;

const own = "Left out: as it is.";

export const projectSettingsChange = z.object({
  version: z.string().max(100),
  name: z
    .string()
    .trim()
    .min(1, "Must not be empty.")
    .max(100, "At most 100 characters.")
    .regex(/^[^\p{Cc}]*$/u, "Must be one line.")
    .optional(),
  baseUrl: z.string().trim().max(2_000).optional().describe("Empty: Docent's own view."),
  visibility: z.enum(["public", "private"]).optional(),
  reader: readerModeSetting.nullable().optional().describe("null: by the visibility."),
  starters: starters.optional(),
  editSourceId: z.string().max(100).nullable().optional(),
  model: z
    .object({
      provider: z.enum(modelProviders).nullable(),
      sonnet: modelId.or(z.literal("")),
      opus: modelId.or(z.literal("")),
    })
    .optional()
    .describe(`Null and empty: the deployment's. ${own}`),
  dailyDollars: dailyDollars.nullable().optional(),
  dailyTokens: dailyTokens.nullable().optional(),
  keepAnswersDays: keepAnswersDays.nullable().optional(),
});
export type ProjectSettingsChange = z.infer<typeof projectSettingsChange>;

/** What is tested: the model that answers, one of those that jobs choose from, or the embedder. */
export const modelTestRequest = z.object({ what: z.enum(["sonnet", "opus", "embedder"]) });
export type ModelTestRequest = z.infer<typeof modelTestRequest>;

export const modelTest = z.object({
  ok: z.boolean(),
  model: z.string().describe("What was asked, in words."),
  milliseconds: z.int(),
  message: z.string().describe("What it answered, or what went wrong."),
  tokens: z.int().describe("What it used, and what was recorded."),
});
export type ModelTest = z.infer<typeof modelTest>;

const line = z.string().trim().max(300);

/** A git repository; folders of the server itself are the operator's to name. */
export const sourcePlaceRequest = z.strictObject({
  location: z.string().trim().min(1, "Must not be empty.").max(2_048),
  branch: line.default(""),
  subfolder: line.default(""),
  mount: line.default(""),
  baseUrl: z.string().trim().max(2_000).default(""),
});
export type SourcePlaceRequest = z.input<typeof sourcePlaceRequest>;
export const sourceAdded = z.object({ sourceId: z.string() });
