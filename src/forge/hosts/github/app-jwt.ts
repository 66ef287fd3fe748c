import { createPrivateKey, createSign } from "node:crypto";
import { AppError } from "../../../lib/app-error.ts";

/** GitHub takes none that lasts more than ten minutes. */
const lifeSeconds = 8 * 60;
/** Clocks differ: a moment that has not come yet on GitHub's is refused. */
const earlierSeconds = 60;

/** What an app signs in with: its id and a moment, signed with its key. `nowMs`: as GitHub's clock has it. */
export function appJwt(app: { appId: string; privateKey: string }, nowMs: number): string {
  const now = Math.floor(nowMs / 1_000);
  const claims = { iat: now - earlierSeconds, exp: now + lifeSeconds, iss: app.appId };
  const text = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(keyOf(app.privateKey), "base64url")}`;
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Environment variables often hold the key on one line, with its line ends written out. */
function keyOf(pem: string) {
  try {
    return createPrivateKey(pem.replaceAll("\\n", "\n"));
  } catch {
    // The error of the library is left out: it may quote the key.
    const sentence =
      "The private key of the GitHub App cannot be read: give the whole PEM file that GitHub made, from its BEGIN line to its END line.";
    throw new AppError("unauthenticated", sentence);
  }
}
