import { z } from "zod";
import { domainName } from "../domains.ts";
import { modelId, modelProviders } from "../models.ts";
import {
  ownSettings,
  projectSettingsChange,
  readerModes,
  sourcePlaceRequest,
} from "../project-settings.ts";

const { dailyDollars, dailyTokens, keepAnswersDays, starters } = ownSettings.shape;

/** A project as programs see it: what may be changed has the shape in which it is sent. */
export const projectResource = z.object({
  id: z.string(),
  domain: z.string(),
  name: z.string(),
  visibility: z.enum(["public", "private"]),
  baseUrl: z.string(),
  reader: z.enum(readerModes).nullable().describe("null: by the visibility."),
  starters: z.array(z.string()),
  extraPaths: z.array(z.string()),
  editSourceId: z.string().nullable(),
  model: z.object({
    provider: z.enum(modelProviders).nullable(),
    sonnet: z.string().nullable(),
    opus: z.string().nullable(),
  }),
  dailyDollars: z.number().nullable(),
  dailyTokens: z.number().nullable(),
  keepAnswersDays: z.number().nullable(),
  pages: z.int(),
  syncedAt: z.string().nullable(),
  createdAt: z.string(),
  servedBy: z.string().describe("The setting of the environment that makes it; empty for none."),
  version: z.string().describe("Of what may be changed; also in the header ETag."),
});
export type ProjectResource = z.infer<typeof projectResource>;

const name = projectSettingsChange.shape.name.unwrap();
const baseUrl = projectSettingsChange.shape.baseUrl.unwrap();
const visibility = z.enum(["public", "private"]);

export const createProjectRequest = z.strictObject({
  domain: domainName,
  name: name.optional().describe("Left out: the domain."),
  visibility: visibility.default("private"),
  baseUrl: baseUrl.default(""),
  source: sourcePlaceRequest.optional().describe("Where its docs are; more can be added later."),
});
export type CreateProjectRequest = z.output<typeof createProjectRequest>;

/** What is left out stays; null goes back to what a project has without it. */
export const projectPatch = z.strictObject({
  name: name.nullish().describe("null: the domain."),
  visibility: visibility.nullish().describe("null: private."),
  baseUrl: baseUrl.nullish().describe("null: Docent's own view."),
  reader: z.enum(readerModes).nullish().describe("null: by the visibility."),
  starters: starters.unwrap().nullish(),
  extraPaths: z.array(z.string().min(1).max(300)).max(50).nullish(),
  editSourceId: z.string().max(100).nullish(),
  model: z
    .strictObject({
      provider: z.enum(modelProviders).nullish(),
      sonnet: modelId.nullish(),
      opus: modelId.nullish(),
    })
    .nullish()
    .describe("null: those of the deployment."),
  dailyDollars: dailyDollars.unwrap().nullish(),
  dailyTokens: dailyTokens.unwrap().nullish(),
  keepAnswersDays: keepAnswersDays.unwrap().nullish(),
});
export type ProjectPatch = z.infer<typeof projectPatch>;

const { location, branch, subfolder, mount } = sourcePlaceRequest.shape;

export const sourcePatch = z.strictObject({
  location: location.optional(),
  branch: branch.unwrap().nullish().describe("null: the default branch."),
  subfolder: subfolder.unwrap().nullish().describe("null: the whole repository."),
  mount: mount.unwrap().nullish().describe("null: the top of the project."),
  baseUrl: sourcePlaceRequest.shape.baseUrl.unwrap().nullish(),
});
export type SourcePatch = z.infer<typeof sourcePatch>;

export const keyPatch = z.strictObject({
  label: z.string().trim().max(200).optional(),
  origins: z
    .array(z.string().max(300))
    .max(50)
    .nullish()
    .describe("Sites that may use the key from a browser; null or none: any."),
  expiresInDays: z.int().positive().max(36_500).nullish().describe("From now on; null: never."),
});
export type KeyPatch = z.infer<typeof keyPatch>;
