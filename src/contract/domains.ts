import { z } from "zod";

/** The subdomain part of a docs site's address: one DNS label. */
export const domainName = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    "A domain is 1 to 63 lower-case letters, digits and inner dashes.",
  );

/** Clients also send the full hostname; its first label is the domain. */
export function domainOf(text: string): string {
  const label = text.split(".", 1)[0] ?? "";
  return label.toLowerCase();
}
