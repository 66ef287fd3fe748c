import { AppError } from "../../lib/app-error.ts";
import { foldPath, shownPath } from "../../lib/repository-path.ts";
import type { FileMode, TreeEntry } from "../read/list-tree.ts";
import { isBlobOf, type OverlayChange, type OverlayChanges } from "./overlay-change.ts";
import { createPathIndex } from "./path-index.ts";

/** A plain file as it stands: its text, or the blob that holds it. */
export type OverlayFile =
  | { kind: "text"; content: string; mode: FileMode }
  | { kind: "blob"; blobId: string; size: number; mode: FileMode };

/** The files of a base commit under a set of changes: which there are, and which names are free. */
export type OverlayFiles = {
  /** Every path there is, in order, with its plain file if it is one. */
  list(): { path: string; file: OverlayFile | undefined }[];
  has(path: string): boolean;
  /** undefined for anything that is not a plain file. */
  find(path: string): OverlayFile | undefined;
  /** Throws, with what to do instead, for anything that is not a plain file. */
  require(path: string): OverlayFile;
  /** Throws when a new file there would clash with another. `leaving`: a file that goes away at the same time. */
  requireRoom(path: string, leaving?: string): void;
  put(path: string, file: OverlayFile): void;
  remove(path: string): void;
  /** How the path differs from the base; undefined when it does not. `restore` brings that back, whatever the limits. */
  changeAt(path: string): OverlayChange | undefined;
  restore(path: string, change: OverlayChange | undefined): void;
  isChanged(path: string): boolean;
  changes(): OverlayChanges;
};

const maxChanges = 5_000;
const maxTotalLength = 32 * 1024 * 1024;

export function overlayFiles(tree: TreeEntry[], initial: OverlayChanges): OverlayFiles {
  const base = new Map(tree.map((entry) => [entry.path, entry]));
  const blobSizes = new Map(tree.flatMap((entry) => sizeOf(entry)));
  const index = createPathIndex(base.keys());
  const changed = new Map<string, OverlayChange>();
  let totalLength = 0;

  const look = (path: string): Found => {
    const change = changed.get(path);
    return change === undefined ? fromEntry(base.get(path)) : fromChange(change, blobSizes);
  };
  const set = (change: OverlayChange) => {
    const { path } = change;
    if (isUnchanged(change, base.get(path))) {
      restore(path, undefined);
      return;
    }
    const isOneMore = !changed.has(path) && changed.size >= maxChanges;
    const length = totalLength - lengthOf(changed.get(path)) + lengthOf(change);
    if (isOneMore || length > maxTotalLength) throw tooMuch();
    restore(path, change);
  };
  const restore = (path: string, change: OverlayChange | undefined) => {
    const existed = look(path) !== undefined;
    totalLength += lengthOf(change) - lengthOf(changed.get(path));
    if (change === undefined) changed.delete(path);
    else changed.set(path, change);
    const exists = look(path) !== undefined;
    if (existed && !exists) index.remove(path);
    if (!existed && exists) index.add(path);
  };
  const requireRoom = (path: string, leaving?: string) => {
    if (leaving !== undefined) index.remove(leaving);
    const other = index.clash(path);
    if (leaving !== undefined) index.add(leaving);
    if (other !== undefined) throw clashError(path, other);
  };
  const paths = () =>
    [...new Set([...base.keys(), ...changed.keys()])].filter((path) => look(path) !== undefined);

  for (const change of initial) set(change);
  return {
    list: () =>
      paths()
        .sort()
        .map((path) => ({ path, file: plain(look(path)) })),
    has: (path) => look(path) !== undefined,
    find: (path) => plain(look(path)),
    require: (path) => plain(look(path)) ?? refuse(path, look(path), paths),
    requireRoom,
    put: (path, file) => set(toChange(path, file)),
    remove: (path) => set({ path, content: null, mode: look(path)?.mode ?? "100644" }),
    changeAt: (path) => changed.get(path),
    restore,
    isChanged: (path) => changed.has(path),
    changes: () => [...changed.keys()].sort().flatMap((path) => changed.get(path) ?? []),
  };
}

type Special = { kind: "symlink" | "submodule" | "unnamed"; mode?: undefined };
type Found = OverlayFile | Special | undefined;

function sizeOf(entry: TreeEntry): [string, number][] {
  return entry.kind === "file" ? [[entry.blobId, entry.size]] : [];
}

function fromEntry(entry: TreeEntry | undefined): Found {
  if (entry?.kind !== "file") return entry && { kind: entry.kind };
  return { kind: "blob", blobId: entry.blobId, size: entry.size, mode: entry.mode };
}

function fromChange(change: OverlayChange, blobSizes: Map<string, number>): Found {
  const { content, mode } = change;
  if (content === null) return undefined;
  if (change.encoding === undefined) return { kind: "text", content, mode };
  return { kind: "blob", blobId: content, size: blobSizes.get(content) ?? Infinity, mode };
}

function toChange(path: string, file: OverlayFile): OverlayChange {
  if (file.kind === "text") return { path, content: file.content, mode: file.mode };
  return { path, content: file.blobId, mode: file.mode, encoding: "blob" };
}

function plain(found: Found): OverlayFile | undefined {
  return found?.kind === "text" || found?.kind === "blob" ? found : undefined;
}

function lengthOf(change: OverlayChange | undefined): number {
  return change?.content?.length ?? 0;
}

function isUnchanged(change: OverlayChange, entry: TreeEntry | undefined): boolean {
  if (change.content === null) return entry === undefined;
  if (entry?.kind !== "file" || entry.mode !== change.mode) return false;
  if (change.encoding === "blob") return change.content === entry.blobId;
  return isBlobOf(change.content, entry.blobId);
}

function tooMuch(): AppError {
  return new AppError(
    "too_large",
    `One job may change up to ${maxChanges} files and 32 MB of text. Finish here, and leave the rest to another job.`,
  );
}

const specialWords = {
  symlink: "a symbolic link",
  submodule: "a submodule",
  unnamed: "a file whose name is not UTF-8",
};

function refuse(path: string, found: Found, paths: () => string[]): never {
  if (found === undefined || found.kind === "text" || found.kind === "blob") {
    throw missingError(path, paths());
  }
  throw new AppError(
    "forbidden",
    `${shownPath(path)} is ${specialWords[found.kind]}. Only plain files can be read and changed: leave it as it is.`,
  );
}

function missingError(path: string, paths: string[]): AppError {
  const name = (of: string) => foldPath(of.slice(of.lastIndexOf("/") + 1));
  const alike = paths.filter((other) => name(other) === name(path)).slice(0, 3);
  const hint =
    alike.length > 0
      ? `Did you mean ${alike.map(shownPath).join(" or ")}?`
      : "List the files to see which there are.";
  return new AppError("not_found", `There is no file ${shownPath(path)}. ${hint}`);
}

function clashError(path: string, other: string): AppError {
  return new AppError("conflict", `${shownPath(path)} cannot be made: ${clashReason(path, other)}`);
}

function clashReason(path: string, other: string): string {
  if (other === `${path}/`) return "it is a folder. Name a file in it.";
  if (path.startsWith(`${other}/`)) return `${shownPath(other)} is not a folder. Use another path.`;
  return `many systems cannot tell it from ${shownPath(other)}. Use the spelling that is there, or another name.`;
}
