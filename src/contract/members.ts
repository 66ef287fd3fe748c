import { z } from "zod";

/** What a person may do: a viewer reads, an editor also starts, decides and changes, an owner also manages access and settings. */
export const roles = ["owner", "editor", "viewer"] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

export function mayAct(held: Role, least: Role): boolean {
  return roles.indexOf(held) <= roles.indexOf(least);
}

/** Long rather than clever. */
export const password = z.string().min(12, "At least 12 characters.").max(1_000);

const noControl = (text: string) => !/[\p{Cc}\p{Cf}]/u.test(text);

export const memberName = z
  .string()
  .max(100)
  .refine(noControl, "Must not contain control characters.")
  .transform((text) => text.toWellFormed().trim());

/** In small letters: one person is one address, however it is typed. */
export const email = z
  .string()
  .max(254)
  .transform((text) => text.trim().normalize("NFC").toLowerCase())
  .refine((text) => isEmail(text), "Write an email address, such as ana@example.com.");

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const host = text.slice(at + 1);
  const isPlain = noControl(text) && !/[\s<>"(),;:\\]/.test(text) && text.isWellFormed();
  return isPlain && at > 0 && !text.slice(0, at).includes("@") && /^[^.].*[^.]$/.test(host);
}

export const memberStates = ["active", "disabled", "locked"] as const;

export const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role,
  state: z
    .enum(memberStates)
    .describe("locked: has no way in before a link to set a password is used."),
  hasPassword: z.boolean(),
  hasSingleSignOn: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
});
export type Member = z.infer<typeof member>;

export const invitation = z.object({
  id: z.string(),
  role,
  email: z.string().nullable(),
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitation>;

export const memberList = z.object({
  members: z.array(member),
  invitations: z.array(invitation).describe("Those that are open."),
});
export type MemberList = z.infer<typeof memberList>;

export const roleRequest = z.object({ role });
export const inviteRequest = z.object({ role, email: email.nullish() });
export type InviteRequest = z.input<typeof inviteRequest>;
export const oneTimeLink = z.object({
  link: z.string().describe("Shown this once; it works once."),
  expiresAt: z.string(),
});
export type OneTimeLink = z.infer<typeof oneTimeLink>;

const token = z.string().max(200);
export const tokenRequest = z.object({ token });
export const shownInvitation = z.object({ role, email: z.string().nullable() });
export const joinRequest = z.object({
  token,
  name: memberName.refine((text) => text !== "", "Write your name."),
  email,
  password,
});

export const memberSession = z.object({
  id: z.string(),
  browser: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
});
export const account = z.object({ member, sessions: z.array(memberSession) });
export type Account = z.infer<typeof account>;

export const accountRequest = z.object({ name: memberName, email: email.nullish() });
const current = z.string().max(1_000).describe("The password so far.");
export const passwordRequest = z.object({ current, password });
export const disconnectRequest = z.object({ current });
