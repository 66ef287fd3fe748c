import { z } from "zod";
import { jobProof } from "./insights/proof.ts";
import { listQuery } from "./list-query.ts";

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

/** A change in a list: without its description, its checks and comments counted. */
export const changeSummary = change
  .omit({ body: true, checks: true })
  .extend({ checksRun: z.int(), checksFailed: z.int(), comments: z.int() });
export type ChangeSummary = z.infer<typeof changeSummary>;

export const changeFilters = ["open", "draft", "merged", "closed", "all"] as const;
export type ChangeFilter = (typeof changeFilters)[number];
export const changeQuery = listQuery.extend({ state: z.enum(changeFilters).default("all") });

export const changePage = z.object({
  changes: z.array(changeSummary),
  nextCursor: z.string().describe('"" at the end of the list.'),
  counts: z
    .record(z.enum(changeFilters), z.int())
    .describe("How many there are of each state, whatever was asked for; a draft is open too."),
});

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

/** Of a diff: as it was before, or as the change has it. */
export const sides = ["old", "new"] as const;

/** What somebody wrote on a pull request. */
export const changeComment = z.object({
  author: z.string(),
  body: z.string().describe("Markdown of others."),
  path: z.string().describe('"" for the pull request as a whole.'),
  line: z.int().describe("0 for the pull request as a whole."),
  side: z.enum(sides).default("new").describe("Which of the two texts the line is counted in."),
  url: z.string(),
  state: z
    .enum(commentStates)
    .describe("`asked`: the agent works on it; `answered`: it has; `shown`: meant for people."),
  createdAt: z.iso.datetime(),
});
export type ChangeComment = z.infer<typeof changeComment>;

/** The whole text of one changed file, before and after; for a page also as it is shown to readers. */
export const changedFile = z.object({
  path: z.string(),
  oldText: z.string().nullable().describe("null where there was no such file, or no text."),
  newText: z.string().nullable(),
  oldHtml: z.string().nullable().describe("Sanitised; null where the file is no page."),
  newHtml: z.string().nullable(),
});
export type ChangedFile = z.infer<typeof changedFile>;

/** One remark of a review, on a line as the diff shows it. */
export const lineRemark = z.object({
  path: z.string().min(1).max(1_000),
  line: z.int().positive(),
  side: z.enum(sides).default("new"),
  body: z.string().trim().min(1).max(10_000),
});

/** A review: all remarks together become one message to the job that proposed the change. */
export const reviewRequest = z.object({
  text: z.string().max(20_000).default(""),
  remarks: z.array(lineRemark).max(200).default([]),
});
export type ReviewRequest = z.infer<typeof reviewRequest>;
/** Of a review, and of asking the agent to resolve conflicts. */
export const askedJob = z.object({ sessionId: z.string().describe("The job that works on it.") });
/** Of a revert: the new change, which takes a merged one back. */
export const revertedChange = z.object({ number: z.int() });

export const changeDetail = z.object({
  change,
  files: z.array(fileDiff),
  /** The diff was longer than what is shown. */
  truncated: z.boolean(),
  /** Files that stand in the way of a merge, with a sentence each; empty when it merges cleanly. */
  conflicts: z.array(z.object({ path: z.string(), reason: z.string() })),
  comments: z.array(changeComment).describe("What people wrote on the forge, oldest first."),
  proof: jobProof.nullable().describe("What it does to questions; null where none were asked."),
  groupId: z.string().describe('The group of questions that it was made for; "" for none.'),
});
export type ChangeDetail = z.infer<typeof changeDetail>;
