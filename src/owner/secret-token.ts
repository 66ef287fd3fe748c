import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, so a plain digest cannot be searched backwards. */
export function secretToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
