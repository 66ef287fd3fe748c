import { z } from "zod";

const reserved = new Set([
  ...["setup", "login", "assets", "invite", "account", "members", "activity"],
]);

/** The subdomain part of a docs site's address: one DNS label. */
export const domainName = z
  .string()
  .refine(
    (name) => !reserved.has(name),
    "This word has a meaning of its own in the dashboard's addresses.",
  )
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    "A domain is 1 to 63 lower-case letters, digits and inner dashes.",
  );

/** Clients also send the full hostname; its first label is the domain. */
export function domainOf(text: string): string {
  const label = text.split(".", 1)[0] ?? "";
  return label.toLowerCase();
}
