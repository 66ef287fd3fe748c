import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { MemberRow } from "../store/access/members.ts";

const idLength = 22;
const signatureLength = 43;

type Marked = Pick<MemberRow, "id" | "passwordHash">;

/**
 * What a browser keeps in which a member has logged in: it opens nothing, and only lets that member pass a crowd of
 * others at the door. Signed with the stored hash of the password, so it ends with that password.
 */
export function makeBrowserMark(member: Marked): string | undefined {
  const id = randomBytes(16).toString("base64url");
  const signature = sign(member, id);
  return signature && `${id}${signature}`;
}

/** Of this very member: the mark of another is no help in guessing this one's password. */
export function isBrowserMark(member: Marked, mark: string): boolean {
  const signature = sign(member, mark.slice(0, idLength));
  if (!signature || mark.length !== idLength + signatureLength) return false;
  const given = Buffer.from(mark.slice(idLength));
  const right = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}

function sign({ id: memberId, passwordHash }: Marked, id: string): string | undefined {
  if (!passwordHash) return undefined;
  return createHmac("sha256", passwordHash).update(`browser ${memberId} ${id}`).digest("base64url");
}
