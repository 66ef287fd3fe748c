import { z } from "zod";
import { commaList, onOrOff, type Values, wholeNumber } from "./setting-rules.ts";

/** Single sign-on, and how long it is remembered who did what, as `settings.ts` lists it. */
export const signInSettings = {
  DOCENT_OIDC_ISSUER: {
    rule: z
      .string()
      .refine(isIssuer, "must be an https address without query (http only on this machine)")
      .optional(),
    help: "Issuer of your identity provider (OpenID Connect): people log in to the dashboard there. Unset: by password alone.",
  },
  DOCENT_OIDC_CLIENT_ID: {
    rule: z.string().max(500).optional(),
    help: "Client id that the identity provider gave you for Docent.",
  },
  DOCENT_OIDC_CLIENT_SECRET: {
    rule: z.string().max(2_000).optional(),
    help: "Client secret that goes with it.",
  },
  DOCENT_OIDC_NAME: {
    rule: z.string().max(50).default("single sign-on"),
    help: "What people call the provider; the button says: Continue with NAME.",
  },
  DOCENT_OIDC_ALLOWED_DOMAINS: {
    rule: z
      .string()
      .transform((text) => commaList(text.toLowerCase()))
      .refine(
        (list) => list.every((one) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(one)),
        "must be domains of emails, separated by commas, such as example.com",
      )
      .default([]),
    help: "Only people whose verified email ends in one of these domains come in by single sign-on, comma-separated. Unset: any.",
  },
  DOCENT_OIDC_DEFAULT_ROLE: {
    rule: z.enum(["none", "viewer", "editor"], "must be none, viewer or editor").default("none"),
    help: "Role of whoever comes in by single sign-on without an invitation; none: nobody does.",
  },
  DOCENT_PASSWORD_LOGIN: {
    rule: onOrOff.default("on"),
    help: "off: people log in by single sign-on alone. The link of docent owner reset still lets an owner in.",
  },
  DOCENT_KEEP_ACTIVITY_DAYS: {
    rule: wholeNumber(0, 36_500).default(365),
    help: "Days after which it is forgotten who did what in the dashboard; 0 keeps it.",
  },
};

export type SignInSettings = Values<typeof signInSettings>;

export function toSignIn(read: SignInSettings) {
  const issuer = read.DOCENT_OIDC_ISSUER;
  return {
    passwordLogin: read.DOCENT_PASSWORD_LOGIN === "on",
    oidc:
      issuer === undefined
        ? undefined
        : {
            issuer,
            clientId: read.DOCENT_OIDC_CLIENT_ID ?? "",
            clientSecret: read.DOCENT_OIDC_CLIENT_SECRET ?? "",
            name: read.DOCENT_OIDC_NAME,
            allowedDomains: read.DOCENT_OIDC_ALLOWED_DOMAINS,
            defaultRole:
              read.DOCENT_OIDC_DEFAULT_ROLE === "none" ? undefined : read.DOCENT_OIDC_DEFAULT_ROLE,
          },
  };
}

/** What cannot be said of one setting alone. */
export function signInFaults(read: Partial<SignInSettings>): string[] {
  const named = [
    "DOCENT_OIDC_ISSUER",
    "DOCENT_OIDC_CLIENT_ID",
    "DOCENT_OIDC_CLIENT_SECRET",
  ] as const;
  const missing = named.filter((name) => read[name] === undefined);
  const faults: string[] = [];
  if (missing.length > 0 && missing.length < named.length)
    faults.push(`${missing.join(", ")}: must be set, as the other settings of single sign-on are`);
  if (read.DOCENT_PASSWORD_LOGIN === "off" && read.DOCENT_OIDC_ISSUER === undefined)
    faults.push("DOCENT_PASSWORD_LOGIN: can be off only where DOCENT_OIDC_ISSUER is set");
  return faults;
}

function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || url.search || url.hash) return false;
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isHere);
}
