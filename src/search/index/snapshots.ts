import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { posix } from "node:path";
import { crc32 } from "node:zlib";
import type { Overlay } from "../../store/docs/page-overlays.ts";
import { seal, verify } from "../segment/packed-sections.ts";
import { openSegment, type Segment } from "../segment/segment.ts";
import type { ProjectIndex } from "./project-index.ts";

/** What of an index is kept: all but what the store is asked for each time. */
export type Snapshot = Pick<ProjectIndex, "revisionId" | "segments" | "gone" | "overlay">;

/**
 * Indexes in files, one of each project, so that a start need not make them anew. They are never the truth: one that is damaged,
 * of another version or gone is made again out of the store.
 */
export type Snapshots = {
  read(projectId: string): Promise<Snapshot | undefined>;
  write(index: Snapshot & Pick<ProjectIndex, "projectId">): Promise<void>;
  /** Drops those of projects that are not there. */
  sweep(isThere: (projectId: string) => Promise<boolean>): Promise<void>;
  /** Told what went wrong where nobody waits. */
  onFault(error: unknown): void;
};

type Means = {
  folder: string;
  /** What vectors and texts were made with; others are not taken. */
  madeWith: string;
  onFault(error: unknown): void;
};

type Head = {
  madeWith: string;
  revisionId: string;
  /** The revision may be gone from the store when the index is read again. */
  overlay?: Overlay | undefined;
  segments: string[];
  gone: number[];
};

const headName = "head.json";
const isId = /^[\w-]{1,80}$/;

export function createSnapshots({ folder, madeWith, onFault }: Means): Snapshots {
  const folderOf = (projectId: string) =>
    posix.join(folder, isId.test(projectId) ? projectId : "_");
  return {
    onFault,
    async read(projectId) {
      const own = folderOf(projectId);
      try {
        const head = readHead(await readFile(posix.join(own, headName), "utf8"));
        if (head.madeWith !== madeWith) return undefined;
        const segments = await Promise.all(head.segments.map((id) => readSegment(own, id)));
        const { revisionId, overlay } = head;
        return { revisionId, overlay, segments, gone: Uint32Array.from(head.gone) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        onFault(error);
        await rm(own, { recursive: true, force: true }).catch(onFault);
        return undefined;
      }
    },
    async sweep(isThere) {
      for (const name of await readdir(folder).catch(() => []))
        if (!(await isThere(name)))
          await rm(posix.join(folder, name), { recursive: true, force: true });
    },
    async write({ projectId, revisionId, overlay, segments, gone }) {
      const own = folderOf(projectId);
      try {
        await mkdir(own, { recursive: true });
        for (const segment of segments) await writeSegment(own, segment);
        const ids = segments.map(({ id }) => id);
        const head: Head = { madeWith, revisionId, overlay, segments: ids, gone: [...gone] };
        await writeWhole(posix.join(own, headName), Buffer.from(headText(head)));
        await dropOthers(own, [headName, ...ids.map(fileOf)]);
      } catch (error) {
        onFault(error);
      }
    },
  };
}

function headText(head: Head): string {
  const json = JSON.stringify(head);
  return `${crc32(json)}\n${json}\n`;
}

function readHead(text: string): Head {
  const [sum = "", json = ""] = text.split("\n");
  if (String(crc32(json)) !== sum) throw new Error("the head of an index is damaged");
  return JSON.parse(json);
}

function fileOf(id: string): string {
  return `${id}.segment`;
}

const pieceBytes = 64 * 1_048_576;

async function readSegment(folder: string, id: string): Promise<Segment> {
  const file = await open(posix.join(folder, isId.test(id) ? fileOf(id) : "_"), "r");
  try {
    const { size } = await file.stat();
    const buffer = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(buffer);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(pieceBytes, size - at), at);
      if (bytesRead === 0) throw new Error("a segment ends too early");
      at += bytesRead;
    }
    verify(buffer);
    return openSegment(buffer);
  } finally {
    await file.close();
  }
}

async function writeSegment(folder: string, { id, buffer }: Segment): Promise<void> {
  const path = posix.join(folder, fileOf(id));
  const known = await stat(path).catch(() => undefined);
  if (known?.size !== buffer.byteLength) await writeWhole(path, seal(buffer));
}

/** Under another name first, so that the file is there whole or not at all. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const before = `${path}.${randomUUID()}.new`;
  const file = await open(before, "wx");
  try {
    for (let at = 0; at < bytes.length; ) {
      const length = Math.min(pieceBytes, bytes.length - at);
      at += (await file.write(bytes, at, length, at)).bytesWritten;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(before, path);
}

async function dropOthers(folder: string, kept: string[]): Promise<void> {
  for (const name of await readdir(folder))
    if (!kept.includes(name)) await rm(posix.join(folder, name), { force: true });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
