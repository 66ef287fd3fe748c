import { z } from "zod";

export const keyKinds = ["assistant", "admin"] as const;
export const keyKind = z.enum(keyKinds);
export type KeyKind = z.infer<typeof keyKind>;

export const keyPrefixes: Record<KeyKind, string> = { assistant: "svc_dsc_", admin: "svc_" };

/** `svc_` begins `svc_dsc_` too: the longest prefix that fits decides. */
export function kindOfPrefix(key: string): KeyKind | undefined {
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
  state: "active" | "expired" | "revoked";
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
};
