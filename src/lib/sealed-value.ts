import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * A text that only the key opens, as base64 of nonce, tag and ciphertext. `identity` is what the value belongs to: one
 * that was copied to another place does not open there.
 */
export function sealValue(key: Uint8Array, identity: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  sealing.setAAD(Buffer.from(identity));
  const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString("base64");
}

/** Undefined when the key, the identity or a single bit is another than when it was sealed. */
export function openValue(key: Uint8Array, identity: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const nonce = bytes.subarray(0, nonceBytes);
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  opening.setAAD(Buffer.from(identity));
  opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const body = opening.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([body, opening.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
