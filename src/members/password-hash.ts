import * as crypto from "node:crypto";
import { AppError } from "../lib/app-error.ts";

type Cost = { memory: number; passes: number; parallelism: number };

/** What a new hash costs. A quarter of a second is little for a person; tests that are not about it make it small. */
export const passwordCost: Cost = { memory: 64 * 1024, passes: 3, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

/** Argon2id, written as `$argon2id$v=19$m=65536,t=3,p=1$salt$tag`: an older hash says how it was made. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(saltBytes);
  return hashText(passwordCost, salt, await derive(password, salt, passwordCost));
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const stored = parseHash(hash);
  const tag = await derive(password, stored.salt, stored.cost);
  return crypto.timingSafeEqual(tag, stored.tag);
}

/** Fits no password. Checking against it takes as long as checking against a real one. */
export function unfitHash(): string {
  return hashText(passwordCost, Buffer.alloc(saltBytes), Buffer.alloc(tagBytes));
}

function hashText({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const parts = [salt, tag].map((bytes) => bytes.toString("base64").replace(/={1,2}$/, ""));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${parts.join("$")}`;
}

/** Runs on a thread of its own pool, so requests go on meanwhile. */
function derive(password: string, salt: Buffer, { memory, passes, parallelism }: Cost) {
  // Absent before Node 24.7, where a named import of it would keep the whole program from starting.
  if (typeof crypto.argon2 !== "function") {
    throw new AppError("unavailable", "Passwords need Node 24.7 or newer: update Node.");
  }
  // Keyboards differ in how they write an accented letter; the person does not see it.
  const message = password.normalize("NFC");
  const parameters = { message, nonce: salt, tagLength: tagBytes, memory, passes, parallelism };
  return new Promise<Buffer>((resolve, reject) => {
    crypto.argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

const hashForm =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

function parseHash(hash: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] = hashForm.exec(hash) ?? [];
  if (salt === undefined || tag === undefined)
    throw new Error("The stored password hash is damaged");
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}
