import { createVerify, generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "../../src/lib/once.ts";
import type { ForgeState } from "./forge-types.ts";

const pair = once(() =>
  generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  }),
);

export type GithubAppDoor = {
  appId: string;
  privateKey: string;
  slug: string;
  installation: number;
  permissions: Record<string, string>;
  installed: boolean;
  /** How long tokens last. */
  tokenSeconds: number;
  /** How far GitHub's clock is ahead of ours. */
  aheadMs: number;
  /** The tokens it gave, the newest last. */
  given: string[];
  /** Why it is not let in; "" when it is. */
  refusal(jwt: string): string;
  giveToken(): { token: string; expires_at: string };
};

/** An app that is installed in the repository of the state, as the account `docent[bot]`. */
export function githubAppDoor(state: ForgeState): GithubAppDoor {
  const account = state.addAccount("docent[bot]", "write");
  const door: GithubAppDoor = {
    appId: "4242",
    privateKey: pair().privateKey,
    slug: "docent",
    installation: 100,
    permissions: { contents: "write", pull_requests: "write", checks: "write", metadata: "read" },
    installed: true,
    tokenSeconds: 3_600,
    aheadMs: 0,
    given: [],
    refusal: (jwt) => refusal(jwt, door),
    giveToken() {
      const token = `ghs_${randomUUID().replaceAll("-", "")}`;
      const expiresAt = Date.now() + door.tokenSeconds * 1_000;
      state.tokens.set(token, { account, expiresAt, lacks: new Set() });
      door.given.push(token);
      return { token, expires_at: `${new Date(expiresAt).toISOString().slice(0, 19)}Z` };
    },
  };
  return door;
}

function refusal(jwt: string, { appId, aheadMs }: GithubAppDoor): string {
  const [head = "", claims = "", signature = ""] = jwt.split(".");
  const signed = createVerify("RSA-SHA256").update(`${head}.${claims}`);
  if (!signed.verify(pair().publicKey, signature, "base64url"))
    return "A JSON web token could not be decoded";
  const { iat, exp, iss } = JSON.parse(Buffer.from(claims, "base64url").toString());
  const now = (Date.now() + aheadMs) / 1_000;
  if (String(iss) !== appId) return "Integration not found";
  if (iat > now)
    return "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued";
  if (exp <= now)
    return "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires";
  return exp > now + 600 ? "'Expiration time' claim ('exp') is too far in the future" : "";
}
