import { createHash, hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { finished, pipeline } from "node:stream/promises";
import { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { requirePath } from "../../lib/repository-path.ts";

/**
 * One file: the parts one after the other, the list of them as JSON, and an end of fixed length that says how long the
 * list is and what it hashes to. A file that was cut has no end, and every byte of the rest is hashed.
 */
const magic = "docent-backup-1\n";
const endBytes = 8 + 32 + magic.length;
const mostListBytes = 64 * 1_048_576;

const part = z.object({
  name: z.string().refine((name) => requirePath(name) === name),
  bytes: z.int().nonnegative(),
  sha256: z.string().length(64),
});

const contents = z.object({
  createdAt: z.string(),
  /** Rows of each table. */
  rows: z.record(z.string(), z.int()),
  parts: z.array(part),
});

export type BackupPart = z.infer<typeof part>;
export type BackupContents = z.infer<typeof contents>;

/** Adds the list and the end behind the parts. */
export async function endBackup(handle: FileHandle, listed: BackupContents): Promise<void> {
  const list = Buffer.from(JSON.stringify(listed));
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(list.length));
  const digest = hash("sha256", list, "buffer");
  await handle.appendFile(Buffer.concat([list, length, digest, Buffer.from(magic)]));
  await handle.sync();
}

/** What a backup holds, once every byte of it was compared with what the list says. */
export async function checkBackup(path: string): Promise<BackupContents> {
  const handle = await open(path, "r").catch((cause) => {
    throw new AppError("not_found", `The backup ${path} cannot be read.`, { cause });
  });
  try {
    const listed = await readList(handle, path);
    let start = 0;
    for (const { name, bytes, sha256 } of listed.parts) {
      if ((await hashOf(path, start, bytes)) !== sha256) throw damaged(path, `${name} has changed`);
      start += bytes;
    }
    return listed;
  } finally {
    await handle.close();
  }
}

/** Writes the parts out, each to the place it is given. */
export async function extractParts(
  path: string,
  { parts }: BackupContents,
  placeOf: (name: string) => Promise<string>,
): Promise<void> {
  let start = 0;
  for (const { name, bytes } of parts) {
    const place = await placeOf(name);
    const written = createWriteStream(place, { flags: "wx", mode: 0o600, flush: true });
    if (bytes === 0) await finished(written.end());
    else await pipeline(createReadStream(path, { start, end: start + bytes - 1 }), written);
    start += bytes;
  }
}

async function readList(handle: FileHandle, path: string): Promise<BackupContents> {
  const { size } = await handle.stat();
  const end = await readAt(handle, Math.max(0, size - endBytes), endBytes);
  if (end.length < endBytes || end.subarray(40).toString("latin1") !== magic)
    throw damaged(path, "its end is missing");
  const length = Number(end.readBigUInt64BE(0));
  if (length > mostListBytes || length + endBytes > size)
    throw damaged(path, "its list of parts is not there");
  const list = await readAt(handle, size - endBytes - length, length);
  if (!hash("sha256", list, "buffer").equals(end.subarray(8, 40)))
    throw damaged(path, "its list of parts has changed");
  const listed = contents.safeParse(JSON.parse(list.toString()));
  if (!listed.success) throw damaged(path, "its list of parts cannot be understood");
  const sum = listed.data.parts.reduce((total, { bytes }) => total + bytes, 0);
  if (sum !== size - endBytes - length) throw damaged(path, "parts of it are missing");
  return listed.data;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

export async function hashOf(path: string, start: number, bytes: number): Promise<string> {
  const digest = createHash("sha256");
  if (bytes > 0) await pipeline(createReadStream(path, { start, end: start + bytes - 1 }), digest);
  return digest.digest("hex");
}

function damaged(path: string, reason: string): AppError {
  return new AppError(
    "conflict",
    `${path} is no whole backup of Docent (${reason}): nothing was restored. Use another one.`,
  );
}
