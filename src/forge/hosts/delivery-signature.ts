import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Whether there is anything in these headers that a forge could have signed with. */
export function hasSignature(headers: ReadonlyMap<string, string>): boolean {
  return [...headers.keys()].some((name) => /signature|^x-gitlab-token$/.test(name));
}

/** Whether one of the secrets made this HMAC-256, written in hexadecimal digits with or without `sha256=` before them. */
export function isSignedBy(
  body: Uint8Array,
  signature: string,
  secrets: readonly string[],
): boolean {
  const given = signature.replace(/^sha256=/, "").toLowerCase();
  return anyOf(secrets, (secret) =>
    isSame(createHmac("sha256", secret).update(body).digest("hex"), given),
  );
}

/** Whether what was sent is one of the secrets. */
export function isOneOf(sent: string, secrets: readonly string[]): boolean {
  return anyOf(secrets, (secret) => isSame(secret, sent));
}

/** All are looked at, and an empty secret opens nothing. */
function anyOf(secrets: readonly string[], test: (secret: string) => boolean): boolean {
  return secrets.filter((secret) => secret !== "" && test(secret)).length > 0;
}

/** Takes the same time wherever the two differ, and whatever their lengths are. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
