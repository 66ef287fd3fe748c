import { z } from "zod";

/** The two models that jobs choose from. What they stand for is a setting. */
export const modelNames = ["sonnet", "opus"] as const;
export type ModelName = (typeof modelNames)[number];

export const modelProviders = ["anthropic", "openai-compatible", "embedded"] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** A model's name at its provider. */
export const modelId = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, "must be a name without spaces, of at most 200 characters");

/** The end of the setting that holds a project's own key. */
export const modelKeyName = z
  .string()
  .regex(
    /^[A-Z][A-Z0-9_]{0,49}$/,
    "must be capital letters, digits and underscores: the name of a key, not the key",
  );

/** What a project has of its own; everything that is not there is the deployment's. */
export const projectModel = z.strictObject({
  provider: z.enum(modelProviders).optional(),
  url: z.string().max(2_000).optional(),
  /** Name of the key, never the key. */
  key: modelKeyName.optional(),
  sonnet: modelId.optional(),
  opus: modelId.optional(),
});
export type ProjectModel = z.infer<typeof projectModel>;
