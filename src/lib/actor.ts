import { AppError } from "./app-error.ts";

/** Who calls a verb: a key of one project, or the operator at the command line. */
export type Actor =
  | { kind: "operator" }
  | { kind: "assistant" | "admin"; keyId: string; projectId: string };

/** The first line of every verb. */
export function permit(actor: Actor, kind: "assistant" | "admin", projectId: string): void {
  if (actor.kind === "operator") return;
  if (actor.kind === kind && actor.projectId === projectId) return;
  throw new AppError("forbidden", "This key may not do that.");
}
