import { z } from "zod";
import { toolEvents } from "./tool-events.ts";

export const jobMessage = z.object({
  role: z.string().max(100).describe("`user`; a `system` message is taken as user text."),
  content: z.string().min(1).max(200_000),
});
export type JobMessage = z.infer<typeof jobMessage>;

/** Public clients send `asDraft` as text too. */
const truth = z.union([
  z.boolean(),
  z.enum(["true", "false"]).transform((text) => text === "true"),
]);

export const jobModels = ["sonnet", "opus"] as const;

export const createJobRequest = z.object({
  messages: z
    .array(jobMessage)
    .min(1)
    .max(200)
    .describe("What to do; the system prompt is always put before them."),
  branch: z
    .string()
    .max(200)
    .nullish()
    .describe(
      "Branch to work on; made from the default branch when it does not exist. Left out: a fresh docent/… name.",
    ),
  asDraft: truth
    .nullish()
    .transform((draft) => draft ?? false)
    .describe("true opens a draft change, false one that is ready for review."),
  model: z
    .enum(jobModels)
    .nullish()
    .transform((model) => model ?? "sonnet")
    .describe("`sonnet` is faster, `opus` more capable."),
  questions: z
    .array(z.string().trim().min(1).max(1_000))
    .max(20)
    .nullish()
    .describe(
      "Questions of readers that the docs have to answer with this change: they are asked before it is proposed, and their outcome stands in it.",
    ),
});
export type CreateJobRequest = z.infer<typeof createJobRequest>;

export const followUpRequest = createJobRequest.pick({ messages: true });
export type FollowUpRequest = z.infer<typeof followUpRequest>;

export const haultReasons = [
  "processing",
  "completed",
  "error",
  "interrupted",
  "github_missconfigured",
] as const;
export type HaultReason = (typeof haultReasons)[number];

export const todo = z.object({
  id: z.string(),
  content: z.string(),
  status: z.enum(["pending", "in_progress", "completed", "cancelled"]),
  priority: z.enum(["high", "medium", "low"]),
});
export type Todo = z.infer<typeof todo>;

/** As the contract spells it. No field is ever null: clients break on it. */
export const agentSession = z.object({
  sessionId: z.string(),
  subdomain: z.string(),
  instruction: z.string().describe("What it was asked, its first 1,000 characters."),
  branch: z.string(),
  haulted: z.boolean(),
  haultReason: z.enum(haultReasons),
  pullRequestLink: z.string(),
  messageToUser: z.string(),
  todos: z.array(todo),
  createdAt: z.iso.datetime(),
});
export type AgentSession = z.infer<typeof agentSession>;

export const agentSessions = z.object({ allSessions: z.array(agentSession) });

const id = z.string();

/** Every event a job's stream may consist of: the answer's vocabulary, with tools and the job's own data parts. */
export const jobEvent = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("start"), messageId: id.optional() }),
  z.strictObject({ type: z.literal("start-step") }),
  z.strictObject({ type: z.literal("finish-step") }),
  z.strictObject({ type: z.literal("text-start"), id }),
  z.strictObject({ type: z.literal("text-delta"), id, delta: z.string() }),
  z.strictObject({ type: z.literal("text-end"), id }),
  ...toolEvents,
  z.strictObject({ type: z.literal("data-session"), id, data: agentSession }),
  z.strictObject({ type: z.literal("data-todos"), id, data: z.array(todo) }),
  z.strictObject({
    type: z.literal("data-step"),
    id,
    data: z.object({ index: z.int(), attempt: z.int() }),
  }),
  z.strictObject({
    type: z.literal("data-follow-up"),
    id,
    data: z.object({ text: z.string().describe("What somebody sent to the job after its start.") }),
  }),
  z.strictObject({
    type: z.literal("data-waiting"),
    id,
    data: z.object({
      for: z.literal("forge"),
      reason: z.string().describe("Why the forge could not be asked."),
      nextTryAt: z.iso.datetime(),
      givesUpAt: z.iso.datetime(),
    }),
  }),
  z.strictObject({
    type: z.literal("data-pull-request"),
    id,
    data: z.object({ number: z.int(), title: z.string(), url: z.string(), draft: z.boolean() }),
  }),
  z.strictObject({ type: z.literal("error"), errorText: z.string() }),
  z.strictObject({ type: z.literal("finish") }),
]);
export type JobEvent = z.infer<typeof jobEvent>;
