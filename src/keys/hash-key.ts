import { createHash } from "node:crypto";

/** Keys hold 256 random bits, so a plain digest cannot be searched backwards; nothing slower is needed. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
