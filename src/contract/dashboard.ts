import { z } from "zod";
import { keyKind } from "./keys.ts";
import { listLimit, listQuery, mostListed } from "./list-query.ts";
import { password, role } from "./members.ts";

export const setupRequest = z.object({ token: z.string().max(200), password });
export const loginRequest = z.object({
  email: z.string().max(254).optional().describe("Left out while one person alone can log in."),
  password: z.string().max(1_000),
});
export const signInRequest = z.object({
  invitation: z.string().max(200).optional().describe("The token of an invitation to accept."),
  current: z
    .string()
    .max(1_000)
    .optional()
    .describe("One's own password, where there is one, to connect the provider to one's account."),
});

export const dashboardSession = z.object({
  /** Whether somebody is logged in, and whether a password has been set at all. */
  loggedIn: z.boolean(),
  needsSetup: z.boolean(),
  role: role.nullable().describe("Of whoever is logged in."),
  name: z.string().describe("Of whoever is logged in; empty where none is known."),
  memberId: z.string().describe("Of whoever is logged in; empty for nobody."),
  asksEmail: z.boolean().describe("Whether there are several people who log in."),
  passwordLogin: z.boolean(),
  singleSignOn: z.string().nullable().describe("What its button says; null without one."),
  version: z.string(),
});
export type DashboardSession = z.infer<typeof dashboardSession>;

export const extraPathsRequest = z.object({
  paths: z
    .array(z.string().min(1).max(300))
    .max(50)
    .describe("Globs from the top of the repository; an empty list takes all of them back."),
});

export const projectSummary = z.object({
  id: z.string(),
  domain: z.string(),
  name: z.string(),
  visibility: z.enum(["public", "private"]),
  baseUrl: z.string(),
  extraPaths: z
    .array(z.string())
    .describe("Globs of what jobs may write besides the docs; see `docent projects update`."),
  starters: z.array(z.string()).describe("Questions that a chat offers before the first one."),
  firstStepsClosed: z.boolean().describe("Whether its first steps were put away."),
  pages: z.int(),
  syncedAt: z.string().nullable(),
  sources: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["folder", "git"]),
      location: z.string(),
      branch: z.string(),
      subfolder: z.string(),
    }),
  ),
});
export type ProjectSummary = z.infer<typeof projectSummary>;
export const projectList = z.object({
  projects: z.array(projectSummary),
  nextCursor: z.string().describe('"" at the end of the list.'),
});
export type ProjectList = z.infer<typeof projectList>;
export const projectQuery = z.object({
  limit: listLimit(mostListed),
  cursor: z.string().max(200).optional(),
});

export const createKeyRequest = z.strictObject({
  kind: keyKind,
  label: z.string().max(200).default(""),
  expiresInDays: z.int().positive().max(36_500).nullish(),
  origins: z.array(z.string().max(300)).max(50).default([]),
  branches: z
    .boolean()
    .default(false)
    .describe(
      "For an assistant key: it may also name branches and commits, and so see what is not merged. Such a key is a secret.",
    ),
});

export const keySummary = z.object({
  id: z.string(),
  domain: z.string(),
  kind: keyKind,
  label: z.string(),
  hint: z.string(),
  origins: z.array(z.string()),
  branches: z.boolean().describe("Whether it may name branches and commits."),
  providedBy: z
    .enum(["generated", "environment"])
    .describe("environment: it comes back at the next start, until the setting is changed."),
  state: z.enum(["active", "expired", "revoked"]),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
});
export const keyFilters = ["active", "expired", "revoked", "all"] as const;
export type KeyFilter = (typeof keyFilters)[number];
export const keyQuery = listQuery.extend({ state: z.enum(keyFilters).default("all") });
export type KeyQuery = z.infer<typeof keyQuery>;

export const keyList = z.object({
  keys: z.array(keySummary),
  nextCursor: z.string().describe('"" at the end of the list.'),
  counts: z
    .record(z.enum(keyFilters), z.int())
    .describe("How many there are of each state, whatever was asked for."),
});
export type KeyList = z.infer<typeof keyList>;
export const createdKey = z.object({
  id: z.string(),
  key: z.string().describe("Shown this once."),
});
