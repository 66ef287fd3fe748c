import { argon2Sync } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { makePasswordsReal } from "../../test/password-costs.ts";
import { hashPassword, unfitHash, verifyPassword } from "./password-hash.ts";

const form = /^\$argon2id\$v=19\$m=65536,t=3,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

beforeAll(makePasswordsReal);

test("a hash is argon2id with its costs, a fresh salt and the tag any other program computes", async () => {
  const [one, two] = await Promise.all([
    hashPassword("correct horse"),
    hashPassword("correct horse"),
  ]);
  expect(one).toMatch(form);
  expect(one).not.toBe(two);
  const [, salt = "", tag = ""] = form.exec(one) ?? [];
  const computed = argon2Sync("argon2id", {
    message: "correct horse",
    nonce: Buffer.from(salt, "base64"),
    parallelism: 1,
    tagLength: 32,
    memory: 65_536,
    passes: 3,
  });
  expect(computed.toString("base64").replace("=", "")).toBe(tag);
});

test("the right password fits and no other", async () => {
  const hash = await hashPassword("correct horse");
  expect(await verifyPassword("correct horse", hash)).toBe(true);
  for (const wrong of ["", "correct hors", "Correct horse", "correct horse "])
    expect(await verifyPassword(wrong, hash)).toBe(false);
});

test("an accented letter fits however the keyboard writes it", async () => {
  const hash = await hashPassword("caf\u00e9 au lait");
  expect(await verifyPassword("cafe\u0301 au lait", hash)).toBe(true);
});

test("a hash of other costs is checked with its own", async () => {
  const salt = Buffer.from("0123456789abcdef");
  const tag = argon2Sync("argon2id", {
    message: "correct horse",
    nonce: salt,
    parallelism: 1,
    tagLength: 32,
    memory: 1_024,
    passes: 2,
  });
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  const hash = `$argon2id$v=19$m=1024,t=2,p=1$${text(salt)}$${text(tag)}`;
  expect(await verifyPassword("correct horse", hash)).toBe(true);
  expect(await verifyPassword("wrong", hash)).toBe(false);
});

test("no password fits the hash that stands in for a missing one", async () => {
  expect(unfitHash()).toMatch(form);
  for (const guess of ["", "correct horse", unfitHash()])
    expect(await verifyPassword(guess, unfitHash())).toBe(false);
});

test("a damaged hash is a fault and lets nobody in", async () => {
  for (const damaged of ["", "password", unfitHash().slice(1), `${unfitHash()}x`])
    await expect(verifyPassword("correct horse", damaged)).rejects.toThrow("damaged");
});

test("other work goes on while a password is checked", async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 5);
  await hashPassword("correct horse");
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(3);
});
