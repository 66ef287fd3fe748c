import { z } from "zod";

export const changeStates = ["open", "merged", "closed"] as const;
export type ChangeState = (typeof changeStates)[number];

/** What was found before a change was proposed. */
export const changeCheck = z.object({
  name: z.string(),
  passed: z.boolean(),
  /** One line per finding, `path:line message`. */
  findings: z.array(z.string()),
});
export type ChangeCheck = z.infer<typeof changeCheck>;

export const forgeKinds = ["github", "gitlab", "gitea"] as const;
export type ForgeKind = (typeof forgeKinds)[number];

export const mergeabilities = ["clean", "conflict", "blocked", "unknown"] as const;
export type Mergeability = (typeof mergeabilities)[number];

/** A pull request on a forge elsewhere, as the forge told it last. */
export const forgePull = z.object({
  kind: z.enum(forgeKinds),
  number: z.int().describe("The forge's own number, which differs from that of the change."),
  url: z.string(),
  mergeability: z
    .enum(mergeabilities)
    .describe("`unknown`: the forge is still working it out, or does not say."),
  blockedBy: z.array(z.string()).describe("Why it cannot be merged, each reason as a sentence."),
  mergedBy: z.string().describe('Name of the account; "" until it is merged.'),
  mergeCommit: z.string().describe('"" until it is merged.'),
  seenAt: z.iso.datetime().describe("When the forge said so."),
});
export type ForgePull = z.infer<typeof forgePull>;

/** A pull request, on the local forge or on one elsewhere. */
export const change = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().describe("Markdown."),
  draft: z.boolean(),
  state: z.enum(changeStates),
  head: z.string().describe("Branch with the changes."),
  base: z.string().describe("Branch they are meant for."),
  headCommit: z.string(),
  checks: z.array(changeCheck),
  sessionId: z.string().describe('Job that proposed it; "" when there is none.'),
  url: z.string().describe("Where people see it: on the forge, or in the dashboard."),
  forge: forgePull.optional().describe("Absent where changes are kept by Docent alone."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Change = z.infer<typeof change>;

export const diffLine = z.object({
  kind: z.enum(["context", "added", "removed"]),
  text: z.string(),
  oldLine: z.int().nullable(),
  newLine: z.int().nullable(),
});

export const fileDiff = z.object({
  path: z.string(),
  oldPath: z.string().describe("Differs from path when the file was moved."),
  status: z.enum(["added", "modified", "deleted", "moved"]),
  binary: z.boolean(),
  additions: z.int(),
  deletions: z.int(),
  hunks: z.array(z.object({ header: z.string(), lines: z.array(diffLine) })),
});
export type FileDiff = z.infer<typeof fileDiff>;

export const commentStates = ["shown", "asked", "answered"] as const;
export type CommentState = (typeof commentStates)[number];

/** What somebody wrote on a pull request. */
export const changeComment = z.object({
  author: z.string(),
  body: z.string().describe("Markdown of others."),
  path: z.string().describe('"" for the pull request as a whole.'),
  line: z.int().describe("0 for the pull request as a whole."),
  url: z.string(),
  state: z
    .enum(commentStates)
    .describe("`asked`: the agent works on it; `answered`: it has; `shown`: meant for people."),
  createdAt: z.iso.datetime(),
});
export type ChangeComment = z.infer<typeof changeComment>;

export const changeDetail = z.object({
  change,
  files: z.array(fileDiff),
  /** The diff was longer than what is shown. */
  truncated: z.boolean(),
  /** Files that stand in the way of a merge, with a sentence each; empty when it merges cleanly. */
  conflicts: z.array(z.object({ path: z.string(), reason: z.string() })),
  comments: z.array(changeComment).describe("What people wrote on the forge, oldest first."),
});
export type ChangeDetail = z.infer<typeof changeDetail>;
