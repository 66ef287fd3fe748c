import { z } from "zod";

export const syncProgress = z.object({
  phase: z.enum(["listing", "reading", "publishing"]),
  done: z.int(),
  total: z.int(),
  pagesPerSecond: z.number(),
  startedAt: z.string(),
});

export const sourceSummary = z.object({
  id: z.string(),
  kind: z.enum(["folder", "git"]),
  location: z.string(),
  branch: z.string(),
  subfolder: z.string(),
  mount: z.string().describe("Folder of the project that its pages are put under."),
  baseUrl: z.string().describe("Address of its site; empty for the project's own."),
  generator: z
    .string()
    .describe("The tool that makes the site, by its name in small letters; plain for none."),
  pages: z.int(),
  syncedAt: z.string().nullable(),
  checkedAt: z.string().nullable(),
  deliveredAt: z.string().nullable().describe("When its forge last sent a webhook."),
  error: z.string().describe("Why the last sync failed; empty when it did not."),
  problems: z.array(z.object({ path: z.string(), line: z.int(), message: z.string() })),
  progress: syncProgress.nullable().describe("How far a sync on this server has come."),
});
export type SourceSummary = z.infer<typeof sourceSummary>;
export const sourceList = z.object({ sources: z.array(sourceSummary) });

export const syncResult = z.object({
  revisionId: z.string(),
  pages: z.int(),
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
  skipped: z.int().describe("Files that were left out."),
  problems: z.int().describe("Faults in pages and in the site's own files."),
  unread: z
    .array(z.string())
    .describe("For each source with such files: how many are in formats that are not read."),
});
export type SyncResult = z.infer<typeof syncResult>;
