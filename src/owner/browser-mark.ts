import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { findOwner } from "../store/access/owner.ts";
import type { Database } from "../store/database.ts";

const idLength = 22;

/**
 * What a browser keeps that has logged in: it opens nothing, and only lets its owner pass a crowd of others at the door.
 * Signed with the stored hash of the password, so it ends with that password.
 */
export async function makeBrowserMark(db: Database): Promise<string | undefined> {
  const id = randomBytes(16).toString("base64url");
  const signature = await sign(db, id);
  return signature && `${id}${signature}`;
}

export async function isBrowserMark(db: Database, mark: string): Promise<boolean> {
  const signature = await sign(db, mark.slice(0, idLength));
  if (!signature) return false;
  const given = Buffer.from(mark.slice(idLength));
  const right = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}

async function sign(db: Database, id: string): Promise<string | undefined> {
  const hash = (await findOwner(db))?.passwordHash;
  if (!hash) return undefined;
  return createHmac("sha256", hash).update(`browser ${id}`).digest("base64url");
}
