import { z } from "zod";

/** The lists of a project that the dashboard keeps up to date by itself. */
export const liveTopics = ["project", "sources", "jobs", "changes", "keys"] as const;
export const liveTopic = z.enum(liveTopics);
export type LiveTopic = z.infer<typeof liveTopic>;
