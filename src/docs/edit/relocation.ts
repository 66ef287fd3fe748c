import { type DocsTree, movedTree } from "../tree/docs-tree.ts";

/** What becomes of the files: where each stands afterwards. */
export type Relocation = {
  before: DocsTree;
  after: DocsTree;
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
  before: DocsTree,
  moves: Relocation["moves"],
  { folder, replacement }: Partial<Pick<Relocation, "folder" | "replacement">> = {},
): Relocation {
  const { docsFolder } = before;
  const isWithin = folder !== undefined && `${docsFolder}/`.startsWith(`${folder.from}/`);
  const newFolder = isWithin ? folder.to + docsFolder.slice(folder.from.length) : docsFolder;
  const after = movedTree(before, newFolder, (path) => (moves.has(path) ? moves.get(path) : path));
  return { before, after, moves, folder, replacement };
}

/** Where a file stands afterwards; undefined when it is gone. */
export function destinationOf({ moves }: Relocation, path: string): string | undefined {
  return moves.has(path) ? moves.get(path) : path;
}
