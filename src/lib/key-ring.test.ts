import { randomBytes } from "node:crypto";
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { createKeyRing, parseSecretKey } from "./key-ring.ts";

async function emptyRing(given: Uint8Array[] = []) {
  const { root } = await makeTree({});
  const file = join(root, "data", "secret.key");
  return { file, ring: createKeyRing({ given, file }) };
}

test("a key is 32 bytes in base64 or hexadecimal digits, and nothing else", () => {
  const bytes = randomBytes(32);
  for (const encoding of ["hex", "base64", "base64url"] as const)
    expect(parseSecretKey(bytes.toString(encoding))).toEqual(bytes);
  const wrong = [randomBytes(31), randomBytes(33), randomBytes(16)].map((one) =>
    one.toString("hex"),
  );
  for (const text of ["", "hunter2", ...wrong, `${bytes.toString("hex")}\n`])
    expect(parseSecretKey(text)).toBeUndefined();
});

test("the file is made when it is needed, for its owner alone, and stays", async () => {
  const { ring, file } = await emptyRing();
  expect(await ring.keys()).toEqual([]);
  const made = await Promise.all(Array.from({ length: 8 }, () => ring.make()));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await ring.keys()).toEqual([made[0]]);
  expect(await readdir(join(file, ".."))).toEqual(["secret.key"]);
});

test("a key of the setting goes first, and needs no file", async () => {
  const given = randomBytes(32);
  const { ring, file } = await emptyRing([given]);
  expect((await ring.make()).bytes).toEqual(given);
  await expect(stat(file)).rejects.toThrow("ENOENT");
  const old = await createKeyRing({ given: [], file }).make();
  expect((await ring.keys()).map(({ id }) => id)).toEqual([(await ring.make()).id, old.id]);
});

test("a new key goes before those that are kept, and another ring sees it at once", async () => {
  const { ring, file } = await emptyRing();
  const other = createKeyRing({ given: [], file });
  const first = await ring.make();
  const second = await ring.renew(new Set([first.id]));
  expect((await other.keys()).map(({ id }) => id)).toEqual([second.id, first.id]);
  const third = await other.renew(new Set([second.id]));
  expect((await ring.keys()).map(({ id }) => id)).toEqual([third.id, second.id]);
});

test("a file that others can read is refused, and so is a damaged one, without its content", async () => {
  const { ring, file } = await emptyRing();
  await ring.make();
  const content = (await readFile(file, "utf8")).trim();
  for (const mode of [0o640, 0o604, 0o622]) {
    await chmod(file, mode);
    await expect(ring.keys()).rejects.toThrow(/Others can read the key file .*chmod 600/);
  }
  await chmod(file, 0o600);
  for (const text of ["", "short\n", `${content}\nshort\n`, "x".repeat(20_000)]) {
    await writeFile(file, text);
    const fault = await ring.make().catch((error) => String(error));
    expect(fault).toContain("is damaged");
    expect(fault).not.toContain(content);
  }
});
