import type { Role } from "../../../../src/contract/members.ts";

/** What each role may, in words for whoever gives it. */
export const roleOptions: readonly { value: Role; label: string; hint: string }[] = [
  { value: "viewer", label: "Viewer", hint: "Sees everything, asks questions, changes nothing" },
  { value: "editor", label: "Editor", hint: "Also runs jobs, reviews, merges and syncs" },
  { value: "owner", label: "Owner", hint: "Also manages members, admin keys and settings" },
];

export function roleLabel(role: Role): string {
  return roleOptions.find(({ value }) => value === role)?.label ?? role;
}
