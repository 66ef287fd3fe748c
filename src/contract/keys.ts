import { z } from "zod";

export const keyKinds = ["assistant", "admin"] as const;
export const keyKind = z.enum(keyKinds);
export type KeyKind = z.infer<typeof keyKind>;

export const keyPrefixes: Record<KeyKind, string> = { assistant: "svc_dsc_", admin: "svc_" };

/** Of the tokens by which programs act for an owner: they belong to a person and to no project. */
export const tokenPrefix = "svc_own_";

/** `svc_` begins the others too: the longest prefix that fits decides. */
export function kindOfPrefix(key: string): KeyKind | "owner" | undefined {
  if (key.startsWith(tokenPrefix)) return "owner";
  if (key.startsWith(keyPrefixes.assistant)) return "assistant";
  if (key.startsWith(keyPrefixes.admin)) return "admin";
  return undefined;
}

export type KeySummary = {
  id: string;
  domain: string;
  kind: KeyKind;
  label: string;
  /** The last characters of the key, to recognise it by. */
  hint: string;
  origins: string[];
  /** Whether it may name branches and commits. */
  branches: boolean;
  /** Whether Docent made it, or the environment holds it. */
  providedBy: "generated" | "environment";
  state: "active" | "expired" | "revoked";
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
};
