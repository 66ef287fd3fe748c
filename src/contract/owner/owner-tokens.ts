import { z } from "zod";
import { keyKind } from "../keys.ts";

/** What a program may do with an owner's token: set projects up, or only look. */
export const tokenScopes = ["write", "read"] as const;
export const tokenScope = z.enum(tokenScopes);
export type TokenScope = z.infer<typeof tokenScope>;

export const tokenLabel = z
  .string()
  .trim()
  .min(1, "Say what it is for.")
  .max(100, "At most 100 characters.")
  .regex(/^[^\p{Cc}]*$/u, "Must be one line.");

export const mostTokenDays = 36_500;

export const createTokenRequest = z.strictObject({
  label: tokenLabel.describe("What it is for, to recognise it by."),
  scope: tokenScope.default("write"),
  expiresInDays: z
    .int("Must be a whole number.")
    .min(1, "At least one day.")
    .max(mostTokenDays, `At most ${mostTokenDays} days.`)
    .nullish()
    .describe("Left out: until it is revoked."),
  current: z
    .string()
    .max(1_000)
    .default("")
    .describe("One's own password; empty for whoever logs in without one."),
});
export type CreateTokenRequest = z.input<typeof createTokenRequest>;

export const ownerToken = z.object({
  id: z.string(),
  label: z.string(),
  scope: tokenScope,
  hint: z.string().describe("How the token ends."),
  memberId: z.string().describe("Whose it is."),
  owner: z.string().describe("Name of that member."),
  state: z.enum(["active", "expired", "revoked"]),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  keys: z
    .array(z.object({ id: z.string(), domain: z.string(), kind: keyKind, label: z.string() }))
    .describe("Keys that it made, or keys of its own did, and that still work; they outlast it."),
});
export type OwnerToken = z.infer<typeof ownerToken>;
export const ownerTokenList = z.object({ tokens: z.array(ownerToken) });
export const createdToken = z.object({
  id: z.string(),
  token: z.string().describe("Shown this once."),
});
export type CreatedToken = z.infer<typeof createdToken>;
