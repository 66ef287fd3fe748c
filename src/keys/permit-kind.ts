import type { KeyKind } from "../contract/keys.ts";
import { type Actor, requireRole } from "../lib/actor.ts";

/**
 * Editors look after assistant keys, which are public anyway. An admin key, and one that shows what is not merged,
 * outlast roles, so they take an owner.
 */
export function permitKind(
  actor: Actor,
  { kind, branches = false }: { kind: KeyKind; branches?: boolean },
): void {
  const isSecret = kind === "admin" || branches;
  if (actor.kind === "member") requireRole(actor, isSecret ? "owner" : "editor");
}
