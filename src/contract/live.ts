import { z } from "zod";

/** The lists of a project that the dashboard keeps up to date by itself. */
export const liveTopics = [
  ...(["project", "sources", "jobs", "changes", "keys"] as const),
  ...(["questions", "groups", "automations"] as const),
] as const;
export const liveTopic = z.enum(liveTopics);
export type LiveTopic = z.infer<typeof liveTopic>;

export const versions = z
  .partialRecord(liveTopic, z.string())
  .describe("Another text than before means that something about the topic has changed.");
export type Versions = z.infer<typeof versions>;

export const versionsEvent = z.object({ type: z.literal("versions"), versions });
export const liveEvent = z.discriminatedUnion("type", [
  versionsEvent,
  z.object({ type: z.literal("error"), errorText: z.string() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;
