import { mayAct, type Role } from "../contract/members.ts";
import { AppError } from "./app-error.ts";

/** Who calls a verb: a key of one project, a member in the dashboard, or the operator at the command line. */
export type Actor =
  | { kind: "operator" }
  | {
      kind: "member";
      memberId: string;
      role: Role;
      name: string;
      /** A program that acts for the member by this token; absent for the member in person. */
      token?: { id: string; label: string };
    }
  | {
      kind: "assistant" | "admin";
      keyId: string;
      projectId: string;
      /** Whether the key may name branches and commits; absent for no. */
      branches?: boolean;
      /** Came by a link that was shared: for the one page it names, or "" for all. Absent for a key. */
      link?: { id: string; page: string };
    };

export const operator: Actor = { kind: "operator" };

/** The first line of every verb that asks (assistant) or changes (admin) something: a viewer only asks. */
export function permit(actor: Actor, kind: "assistant" | "admin", projectId: string): void {
  if (actor.kind === "member") requireRole(actor, kind === "admin" ? "editor" : "viewer");
  else requireKey(actor, kind, projectId);
}

/** The first line of every verb that only shows what an admin key may see. */
export function permitReading(actor: Actor, projectId: string): void {
  if (actor.kind !== "member") requireKey(actor, "admin", projectId);
}

/**
 * Before anything is looked up for a branch or commit that somebody names: it holds text that is not merged. Admin keys
 * are not for asking; one that needs it makes itself an assistant key.
 */
export function permitRef(actor: Actor | undefined): void {
  if (actor === undefined)
    throw new AppError(
      "unauthenticated",
      "A branch or commit is only shown to those who may see unmerged text. Log in to the dashboard, or send an assistant key with branch access.",
    );
  if (mayNameRefs(actor)) return;
  throw new AppError(
    "forbidden",
    "This key may not name a branch or commit. Make an assistant key with branch access, and keep it on your server.",
  );
}

/** Whether the actor sees text that is not merged. */
export function mayNameRefs(actor: Actor): boolean {
  return actor.kind === "member" || actor.kind === "operator" || actor.branches === true;
}

export function isOwner(actor: Actor): boolean {
  return actor.kind === "operator" || (actor.kind === "member" && actor.role === "owner");
}

/** The first line of every verb about access and settings. No key may: whoever starts jobs must not widen what they do. */
export function requireOwner(actor: Actor): void {
  if (actor.kind === "member") requireRole(actor, "owner");
  else if (actor.kind !== "operator")
    throw new AppError(
      "forbidden",
      "Only an owner, in the dashboard or by an owner's token, or the operator may do that.",
    );
}

export function requireOperator(actor: Actor): void {
  if (actor.kind !== "operator") throw new AppError("forbidden", "Only the operator may do that.");
}

export function requireRole(actor: { role: Role; token?: object }, least: Role): void {
  if (mayAct(actor.role, least)) return;
  if (actor.token) throw new AppError("forbidden", "This token only looks: use one that changes.");
  const article = least === "viewer" ? "a" : "an";
  throw new AppError(
    "forbidden",
    `You are ${actor.role === "viewer" ? "a viewer" : `an ${actor.role}`} here: ask ${article} ${least} to do that, or an owner for another role.`,
  );
}

/** How people call the actor: a member's name, or the id of a key. */
export function nameOf(actor: Actor): string {
  if (actor.kind === "member") return actor.name || actor.role;
  return "keyId" in actor ? actor.keyId : actor.kind;
}

function requireKey(
  actor: Exclude<Actor, { kind: "member" }>,
  kind: "assistant" | "admin",
  projectId: string,
): void {
  if (actor.kind === "operator") return;
  if (actor.kind === kind && actor.projectId === projectId) return;
  throw new AppError("forbidden", "This key may not do that.");
}
