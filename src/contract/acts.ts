import { z } from "zod";
import { listQuery } from "./list-query.ts";

/** Who acted: a member in the dashboard or by a token, an admin key, somebody at the command line, or nobody who is known. */
export const actorKinds = ["member", "token", "admin", "operator", "unknown"] as const;
export type ActorKind = (typeof actorKinds)[number];

export const act = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.object({
    kind: z.enum(actorKinds),
    id: z.string().describe("Of the member, whose the token is, or the key."),
    name: z.string().describe("As it was at that time."),
  }),
  action: z.string().describe("What was done, in words."),
  projectId: z.string().describe("Empty where it is about no project."),
  domain: z.string(),
  target: z.string().describe("What it was done to: an id, a number or a name."),
  network: z.string().describe("Where the request came from, shortened."),
});
export type Act = z.infer<typeof act>;

export const actList = z.object({ acts: z.array(act), nextCursor: z.string() });
export type ActList = z.infer<typeof actList>;

const plainText = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !text.includes("\0"), "Must not contain a NUL character.");

export const actQuery = listQuery.extend({
  actor: plainText(100).optional(),
  project: plainText(100).optional(),
  format: z.enum(["json", "csv"]).default("json"),
});
export type ActQuery = z.infer<typeof actQuery>;
