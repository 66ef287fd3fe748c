import { AppError } from "./app-error.ts";

/** Who calls a verb: a key of one project, the owner in the dashboard, or the operator at the command line. */
export type Actor =
  | { kind: "operator" }
  | { kind: "owner" }
  | { kind: "assistant" | "admin"; keyId: string; projectId: string };

export const operator: Actor = { kind: "operator" };

/** The first line of every verb. */
export function permit(actor: Actor, kind: "assistant" | "admin", projectId: string): void {
  if (actor.kind === "operator" || actor.kind === "owner") return;
  if (actor.kind === kind && actor.projectId === projectId) return;
  throw new AppError("forbidden", "This key may not do that.");
}

export function requireOperator(actor: Actor): void {
  if (actor.kind !== "operator") throw new AppError("forbidden", "Only the operator may do that.");
}

/** For what no key may do: whoever starts jobs or reads answers must not widen what they may. */
export function requireOwner(actor: Actor): void {
  if (actor.kind === "operator" || actor.kind === "owner") return;
  throw new AppError("forbidden", "Only an owner in the dashboard, or the operator, may do that.");
}
