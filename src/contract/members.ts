import { z } from "zod";

/** What a person may do: a viewer reads, an editor also starts, decides and changes, an owner also manages access and settings. */
export const roles = ["owner", "editor", "viewer"] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

export function mayAct(held: Role, least: Role): boolean {
  return roles.indexOf(held) <= roles.indexOf(least);
}
