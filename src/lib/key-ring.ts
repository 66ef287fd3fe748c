import { createHash, randomBytes } from "node:crypto";
import { link, mkdir, open, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "./app-error.ts";
import { onWindows } from "./disk/on-windows.ts";
import { renameOver } from "./disk/rename-over.ts";

/** A key that seals secrets, with the name that stands beside what it has sealed. */
export type SecretKey = { id: string; bytes: Uint8Array };

/**
 * The keys that seal secrets: those of the setting, then those of a file. The first one seals, all of them open. The
 * file is read each time, so that a process notices what another one has put there.
 */
export type KeyRing = {
  /** The first one seals; none where there is neither setting nor file. */
  keys(): Promise<SecretKey[]>;
  /** Makes the file with a first key where there is no key at all. */
  make(): Promise<SecretKey>;
  /** Puts a new key before those of the file, of which it leaves these. Settings are for people to change. */
  renew(kept: ReadonlySet<string>): Promise<SecretKey>;
  /** Whether the setting says which key seals. */
  isGiven: boolean;
};

export const secretKeyBytes = 32;

export function createKeyRing({ given, file }: { given: Uint8Array[]; file: string }): KeyRing {
  const fixed = given.map(named);
  const keys = async () => [...fixed, ...(await readKeys(file))];
  return {
    keys,
    isGiven: fixed.length > 0,
    async make() {
      const [first] = await keys();
      if (first) return first;
      const key = named(randomBytes(secretKeyBytes));
      // Another process may make the file at the same moment: the first one counts.
      await writeKeys(file, [key], "if-missing");
      return (await keys())[0] ?? key;
    },
    async renew(kept) {
      const key = named(randomBytes(secretKeyBytes));
      const others = (await readKeys(file)).filter(({ id }) => kept.has(id));
      await writeKeys(file, [key, ...others], "replace");
      return key;
    },
  };
}

/** A key as people write it: 64 hexadecimal digits, or base64 of 32 bytes. */
export function parseSecretKey(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === secretKeyBytes ? bytes : undefined;
}

function named(bytes: Uint8Array): SecretKey {
  const digest = createHash("sha256").update("docent secret key").update(bytes).digest("hex");
  return { id: digest.slice(0, 8), bytes };
}

const mostFileBytes = 10_000;

async function readKeys(file: string): Promise<SecretKey[]> {
  const handle = await open(file, "r").catch((cause) => {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw new AppError("unavailable", `The key file ${file} cannot be read.`, { cause });
  });
  if (!handle) return [];
  try {
    const { mode, size } = await handle.stat();
    if (!onWindows && (mode & 0o077) !== 0) throw openToOthers(file);
    const lines = size > mostFileBytes ? [] : (await handle.readFile("utf8")).split("\n");
    const read = lines.filter((line) => line !== "").map(parseSecretKey);
    const keys = read.filter((bytes) => bytes !== undefined);
    if (keys.length > 0 && keys.length === read.length) return keys.map(named);
  } finally {
    await handle.close();
  }
  throw new AppError(
    "unavailable",
    `The key file ${file} is damaged: restore it from a backup, or set DOCENT_SECRET_KEY.`,
  );
}

function openToOthers(file: string): AppError {
  const advice = `run "chmod 600 ${file}", and replace the secrets if somebody may have read it`;
  return new AppError("forbidden", `Others can read the key file ${file}: ${advice}.`);
}

/** Written beside and put in place whole: a kill leaves the old file or the new one. */
async function writeKeys(file: string, keys: SecretKey[], how: "if-missing" | "replace") {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    const handle = await open(beside, "wx", 0o600);
    const lines = keys.map(({ bytes }) => `${Buffer.from(bytes).toString("base64")}\n`);
    await handle.writeFile(lines.join(""));
    await handle.sync();
    await handle.close();
    if (how === "replace") return await renameOver(beside, file);
    await link(beside, file).catch(async (cause) => {
      const isThere = await stat(file).catch(() => undefined);
      if (!isThere) throw cause;
    });
  } finally {
    await rm(beside, { force: true });
  }
}
