import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

export type IdPrefix =
  | "prj"
  | "key"
  | "src"
  | "rev"
  | "thr"
  | "msg"
  | "ans"
  | "req"
  | "job"
  | "ses"
  | "usg"
  | "mem"
  | "inv"
  | "act"
  | "grp"
  | "ctr"
  | "aut"
  | "run"
  | "rep"
  | "lnk"
  | "rat"
  | "tok";

/** `key_` and 24 characters: 124 random bits, so an id can neither be guessed nor collide. */
export function newId(prefix: IdPrefix): string {
  let id = "";
  while (id.length < 24) {
    for (const byte of randomBytes(32)) {
      // 252 is the largest multiple of 36 below 256: dropping the rest keeps every letter equally likely.
      if (byte < 252 && id.length < 24) id += alphabet[byte % 36];
    }
  }
  return `${prefix}_${id}`;
}
