import { z } from "zod";
import { domainName } from "../../contract/domains.ts";
import { keyKind } from "../../contract/keys.ts";
import { projectPatch, sourcePatch } from "../../contract/owner/project-resource.ts";
import { sourcePlaceRequest } from "../../contract/project-settings.ts";

const mostItems = 200;

export const secretFrom = z
  .strictObject({
    fromEnv: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "Must be the name of an environment variable.")
      .describe("Name of the environment variable that holds it where docent apply runs."),
  })
  .describe("A secret; it never stands in the file.");

const { branch, subfolder, mount, baseUrl } = sourcePatch.shape;

export const appliedSource = z.strictObject({
  location: sourcePlaceRequest.shape.location.describe(
    "An https or ssh address of a git repository; a folder too where no server is named.",
  ),
  branch,
  subfolder,
  mount,
  baseUrl,
  token: secretFrom.optional().describe("Opens the repository and its forge's API."),
  username: z.string().max(200).optional().describe("Goes with the token where a host wants one."),
});
export type AppliedSource = z.infer<typeof appliedSource>;

const keyName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => name === name.trim(), "Must not begin or end with a space.");

export const appliedKey = z.strictObject({
  kind: keyKind,
  origins: z.array(z.string().max(300)).max(50).nullish().describe("null: any site."),
  branches: z.boolean().optional().describe("For an assistant key that sees what is not merged."),
});
export type AppliedKey = z.infer<typeof appliedKey>;

export const appliedProject = projectPatch
  .omit({ editSourceId: true })
  .extend({
    prune: z
      .boolean()
      .optional()
      .describe("Remove sources and keys that are not listed; left out: as the file says."),
    sources: z.array(appliedSource).max(50).optional(),
    keys: z
      .record(keyName, appliedKey)
      .refine((keys) => Object.keys(keys).length <= mostItems, `At most ${mostItems} keys.`)
      .optional()
      .describe("By name. Their secrets are shown when they are made, and never again."),
  })
  .describe("What is left out stays as it is; null goes back to what holds without it.");
export type AppliedProject = z.infer<typeof appliedProject>;

/** What `docent apply` brings about. */
export const applyFile = z.strictObject({
  $schema: z.string().optional(),
  prune: z
    .boolean()
    .default(false)
    .describe("Remove projects, sources and keys that the file does not list; it asks before."),
  settings: z
    .record(
      z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/, "Must be the name of a setting."),
      z.union([z.string().max(5_000), z.number(), z.boolean(), secretFrom, z.null()], {
        error: "Must be a text, a number, true or false, null, or { fromEnv: NAME }.",
      }),
    )
    .optional()
    .describe("Settings of the server by name; null goes back to the standard."),
  projects: z
    .record(domainName, appliedProject)
    .refine((projects) => Object.keys(projects).length <= 1_000, "At most 1000 projects.")
    .default({})
    .describe("By domain."),
});
export type ApplyFile = z.infer<typeof applyFile>;

/** For editors, which then complete and check the file. */
export function applySchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(applyFile, { io: "input" }), title: "docent.yml" };
}
