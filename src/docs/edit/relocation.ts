import { type DocsMap, movedMap } from "./docs-map.ts";
import type { Origin } from "./resolve-target.ts";

/** What becomes of the files: where each stands afterwards. */
export type Relocation = {
  before: DocsMap;
  after: DocsMap;
  /** Old path to new path of the files that move; undefined for those that go away. */
  moves: ReadonlyMap<string, string | undefined>;
  /** The folder that moves as a whole, if one does. */
  folder: { from: string; to: string } | undefined;
  /** Where links to files that go away shall lead. */
  replacement: Replacement | undefined;
};

/** A file of the repository, or an address to be written as it is. */
export type Replacement = { kind: "file"; path: string } | { kind: "address"; address: string };

export function relocate(
  before: DocsMap,
  moves: Relocation["moves"],
  { folder, replacement }: Partial<Pick<Relocation, "folder" | "replacement">> = {},
): Relocation {
  const { docsFolder } = before;
  const isWithin = folder !== undefined && `${docsFolder}/`.startsWith(`${folder.from}/`);
  const newFolder = isWithin ? folder.to + docsFolder.slice(folder.from.length) : docsFolder;
  const after = movedMap(before, newFolder, (path) => (moves.has(path) ? moves.get(path) : path));
  return { before, after, moves, folder, replacement };
}

/** Where a file stands afterwards; undefined when it is gone. */
export function destinationOf({ moves }: Relocation, path: string): string | undefined {
  return moves.has(path) ? moves.get(path) : path;
}

export function originOf(map: DocsMap, path: string, metadata: Record<string, unknown>): Origin {
  return { path, address: map.addressOf(path, metadata) };
}
