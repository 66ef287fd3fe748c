import type { KeyKind } from "../contract/keys.ts";
import { type Actor, requireRole } from "../lib/actor.ts";

/** Editors look after assistant keys, which are public anyway. An admin key outlasts roles, so it takes an owner. */
export function permitKind(actor: Actor, kind: KeyKind): void {
  if (actor.kind === "member") requireRole(actor, kind === "admin" ? "owner" : "editor");
}
