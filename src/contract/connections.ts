import { z } from "zod";

export const webhookConnection = z.object({
  url: z.string().describe("Where the forge sends its webhooks."),
  isRegistered: z.boolean().describe("false: a person has to add the webhook on the forge."),
  secret: z.string().describe("Shown this once, where a person has to add it; empty otherwise."),
  reason: z.string().describe("Why Docent could not add it itself, in the forge's words."),
});
export type WebhookConnection = z.infer<typeof webhookConnection>;

export const connectionFinding = z.object({
  state: z.enum(["good", "note", "bad"]),
  text: z.string().describe("What was found, and what to do about it."),
});
export type ConnectionFinding = z.infer<typeof connectionFinding>;

export const connectionCheck = z.object({ findings: z.array(connectionFinding) });
