import { z } from "zod";

export const secretKinds = ["token", "app", "webhook", "model"] as const;
export type SecretKind = (typeof secretKinds)[number];

const visible = /^[\x21-\x7e]+$/;
const visibleRule = "Must be visible ASCII characters.";

export const tokenLogin = z.object({
  kind: z.literal("token"),
  token: z.string().max(2_000).regex(visible, visibleRule),
  username: z
    .string()
    .max(200)
    .regex(/^[\x21-\x39\x3b-\x7e]+$/, "Must be visible ASCII characters other than a colon.")
    .optional()
    .describe("Goes with the token where a host wants one; x-access-token unless given."),
});

export const appLogin = z.object({
  kind: z.literal("app"),
  appId: z.string().regex(/^\w{1,50}$/, "Must be the number or the client id of the app."),
  privateKey: z
    .string()
    .max(20_000)
    .regex(/^-----BEGIN (?:RSA )?PRIVATE KEY-----\s/, "Must be a private key in PEM form."),
  installationId: z
    .string()
    .regex(/^\d{1,20}$/, "Must be a number.")
    .optional()
    .describe("Looked up by the repository unless given."),
});

/** What a repository is opened with: a token, or an app that gets tokens. */
export const repositoryLogin = z.discriminatedUnion("kind", [tokenLogin, appLogin]);
export type RepositoryLogin = z.infer<typeof repositoryLogin>;

/** Names as at the end of DOCENT_GIT_TOKEN_NAME. */
export const secretName = z
  .string()
  .regex(/^(?:[A-Z][A-Z0-9_]{0,49})?$/, "Must be capital letters, digits and underscores.");

export const namedLogin = z.object({
  name: secretName.describe("As in DOCENT_GIT_TOKEN_NAME; empty for the default one."),
  login: repositoryLogin,
});

export const secretSummary = z.object({
  sourceId: z.string().nullable().describe("null for one under a name."),
  name: z.string(),
  kind: z.enum(secretKinds),
  hint: z.string().describe("The last four characters of a long token; empty otherwise."),
  fingerprint: z
    .string()
    .describe("For owners: changes with the secret, and does not tell it. Empty otherwise."),
  setBy: z.string(),
  updatedAt: z.string(),
  isReadable: z.boolean().describe("false: sealed with a key that this server does not have."),
});
export type SecretSummary = z.infer<typeof secretSummary>;
export const secretList = z.object({ secrets: z.array(secretSummary) });
