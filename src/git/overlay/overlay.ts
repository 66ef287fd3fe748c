import { extname } from "node:path";
import type { TextBasis } from "../../docs/tree/docs-files.ts";
import type { WriteRules } from "../../docs/write/write-rules.ts";
import { AppError } from "../../lib/app-error.ts";
import { isPath, requireFolder, requireNewPath, requirePath } from "../../lib/repository-path.ts";
import { listEntries, type TreeEntry } from "../read/list-tree.ts";
import { type GrepOptions, type GrepResult, grepFiles, grepOverlay } from "./grep-overlay.ts";
import { type OverlayChanges, requireChanges, requireText } from "./overlay-change.ts";
import { type OverlayFiles, overlayFiles } from "./overlay-files.ts";
import { moveFiles } from "./overlay-moves.ts";
import { requireUnprotected } from "./protected-path.ts";
import { readText, readTexts } from "./read-overlay.ts";

export type { OverlayChange, OverlayChanges } from "./overlay-change.ts";

/**
 * A checkout that is no folder: the files of one commit with changes laid over them. Nothing is written to a disk, so
 * hooks, filters, links and paths that lead out have nothing to act on. Every refusal is an AppError whose sentence
 * tells a model what to do instead.
 */
export type Overlay = {
  /** Every path below a folder, in order. What is not readable can be neither read nor changed. */
  list(folder?: string): { path: string; readable: boolean }[];
  /** Whether there is a plain file at the path. */
  has(path: string): boolean;
  /** The text of a file, line endings as they are. */
  read(path: string): Promise<string>;
  /** Many texts through one git process, in the order asked for; what cannot be read as text is left out. */
  readEach(paths: string[]): AsyncGenerator<{ path: string; content: string }>;
  /** Makes a file, or replaces the whole of one; its executable bit stays. Without a basis all that it says is new. */
  write(path: string, content: string, basis?: TextBasis): { created: boolean };
  remove(path: string): void;
  /** Moves one file, whatever it holds, to a path that is free. */
  move(from: string, to: string): Promise<void>;
  /** Moves several files, or none of them when one cannot be moved. */
  moveAll(moves: { from: string; to: string }[]): Promise<void>;
  /** The lines that hold a text, by path. */
  grep(query: string, options?: GrepOptions): Promise<GrepResult>;
  /** Paths of the text files that hold one of the texts, to the letter, in order. */
  filesWith(texts: string[]): Promise<string[]>;
  /** What differs from the base, by path: `openOverlay` goes on from it. */
  changes(): OverlayChanges;
  /** Paths that were to be changed since it was opened, and may not be. */
  refused(): string[];
};

export type OverlayOptions = {
  /** Files and folders, from the top of the repository, that a job may read but not change. */
  readOnlyPaths?: readonly string[];
  /** What a job may change of the rest; left out: everything. */
  rules?: WriteRules | undefined;
  signal?: AbortSignal | undefined;
  /** What the commit holds, where that is known. */
  entries?: TreeEntry[] | undefined;
};

export async function openOverlay(
  repository: string,
  baseCommit: string,
  changes: OverlayChanges,
  { readOnlyPaths = [], rules, signal, entries }: OverlayOptions = {},
): Promise<Overlay> {
  requireChanges(changes);
  const listed = entries ?? (await listEntries(repository, baseCommit, signal));
  const files = overlayFiles(listed, changes);
  const source = { repository, commit: baseCommit, files, signal };
  return {
    list: (folder = "") => listFiles(files, requireFolder(folder)),
    has: (path) => files.find(requirePath(path)) !== undefined,
    read: async (path) => readText(repository, requirePath(path), files),
    readEach: (paths) => readTexts(repository, paths, files),
    grep: (query, options = {}) => grepOverlay(source, query, options),
    filesWith: (texts) => grepFiles(source, texts),
    changes: () => files.changes(),
    ...editing(repository, files, { readOnlyPaths, rules }),
  };
}

function listFiles(files: OverlayFiles, folder: string): { path: string; readable: boolean }[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  return files
    .list()
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path, file }) => ({ path, readable: file !== undefined && isPath(path) }));
}

const mostRefused = 100;

function editing(
  repository: string,
  files: OverlayFiles,
  { readOnlyPaths = [], rules }: Pick<OverlayOptions, "readOnlyPaths" | "rules">,
): Pick<Overlay, "write" | "remove" | "move" | "moveAll" | "refused"> {
  const refused = new Set<string>();
  const requireWritable = (path: string, follow?: (plain: string) => void) => {
    const plain = requirePath(path);
    try {
      requireUnprotected(plain, readOnlyPaths);
      follow?.(plain);
    } catch (error) {
      const isRefusal = error instanceof AppError && error.code === "forbidden";
      if (isRefusal && refused.size < mostRefused) refused.add(plain);
      throw error;
    }
    return plain;
  };
  const moveAll: Overlay["moveAll"] = async (moves) => {
    const writable = moves.map(({ from, to }) => ({
      from: requireWritable(from),
      to: requireWritable(to, (plain) => rules?.requireMove(requirePath(from), plain)),
    }));
    for await (const { to, content } of renamedTexts(repository, files, writable))
      requireWritable(to, (plain) => rules?.requireText(plain, content, undefined));
    await moveFiles(repository, files, writable);
  };
  return {
    write(path, content, basis) {
      const target = requireWritable(path, (plain) => rules?.requireText(plain, content, basis));
      requireText(target, content);
      const created = !files.has(target);
      if (created) {
        requireNewPath(target);
        files.requireRoom(target);
      }
      const mode = created ? "100644" : files.require(target).mode;
      files.put(target, { kind: "text", content, mode });
      return { created };
    },
    remove(path) {
      const target = requireWritable(path, (plain) => rules?.requireRemoval(plain));
      files.require(target);
      files.remove(target);
    },
    move: (from, to) => moveAll([{ from, to }]),
    moveAll,
    refused: () => [...refused],
  };
}

/** With another ending a text may be read otherwise: as code, where it was none. */
async function* renamedTexts(
  repository: string,
  files: OverlayFiles,
  moves: { from: string; to: string }[],
): AsyncGenerator<{ to: string; content: string }> {
  const renamed = new Map(
    moves
      .filter(({ from, to }) => extname(from).toLowerCase() !== extname(to).toLowerCase())
      .map(({ from, to }) => [from, to]),
  );
  for await (const { path, content } of readTexts(repository, [...renamed.keys()], files))
    yield { to: renamed.get(path) ?? path, content };
}
