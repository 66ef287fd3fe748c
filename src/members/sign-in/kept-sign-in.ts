import { createHmac } from "node:crypto";
import type { SignInSecrets } from "./identity-provider.ts";

/** What a browser keeps while it is at the identity provider; a plain log-in is kept nowhere else. */
export type KeptSignIn = {
  /** Every secret of this log-in follows from it. */
  token: string;
  /** The store knows what it is for. */
  isPrepared: boolean;
  nextPath: string;
};

const longestPath = 1_000;

export function writeKept({ token, isPrepared, nextPath }: KeptSignIn): string {
  const path = nextPath.length > longestPath ? "" : nextPath;
  return `${isPrepared ? "p" : "l"}.${token}.${Buffer.from(path).toString("base64url")}`;
}

export function readKept(text: string | undefined): KeptSignIn | undefined {
  const [, kind, token, path] = /^([pl])\.([\w-]{43})\.([\w-]*)$/.exec(text ?? "") ?? [];
  if (token === undefined || path === undefined) return undefined;
  const nextPath = Buffer.from(path, "base64url").toString();
  return { token, isPrepared: kind === "p", nextPath };
}

/** The state alone is shown to the provider before it has proven anything; none of them leads back to the token. */
export function secretsOf({ token }: Pick<KeptSignIn, "token">): SignInSecrets {
  const derived = (name: string) => createHmac("sha256", token).update(name).digest("base64url");
  return { state: derived("state"), nonce: derived("nonce"), verifier: derived("verifier") };
}
