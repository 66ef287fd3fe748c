import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { makeTlsPair } from "../../../test/tls-pair.ts";
import { readTlsPair, type TlsFiles } from "./read-tls-pair.ts";

const read = (files: TlsFiles, now = new Date()) => readTlsPair(files, now);

test("a pair that fits is read", async () => {
  const { cert, key } = read(await makeTlsPair());
  expect(cert.toString()).toContain("BEGIN CERTIFICATE");
  expect(key.toString()).toContain("PRIVATE KEY");
});

test("what is wrong with a pair is said with the file and what to do", async () => {
  const good = await makeTlsPair();
  const other = await makeTlsPair();
  const missing = { ...good, keyFile: `${good.keyFile}.none` };
  expect(() => read(missing)).toThrow(/DOCENT_TLS_KEY_FILE: the file .*none does not exist/);
  expect(() => read({ ...good, keyFile: other.keyFile })).toThrow(/does not belong to/);
  expect(() => read({ ...good, certFile: good.keyFile })).toThrow(/holds no certificate in PEM/);
  expect(() => read({ ...good, keyFile: good.certFile })).toThrow(/holds no private key/);
  const inTenDays = new Date(Date.now() + 10 * 86_400_000);
  expect(() => read(good, inTenDays)).toThrow(/expired on .*: renew it/);
  expect(() => read(good, new Date(0))).toThrow(/valid only from/);
  await writeFile(other.keyFile, "");
  expect(() => read(other)).toThrow(/holds no private key/);
});

test("a file that cannot be read is named", async () => {
  const pair = await makeTlsPair();
  expect(() => read({ ...pair, keyFile: dirname(pair.keyFile) })).toThrow(/cannot be read/);
});
