import type { TreeParts } from "./docs-tree.ts";

/** All files of a source at one moment; paths are those of its repository, or of its folder. */
export type SourceTree = Pick<TreeParts, "docsFolder" | "paths" | "siteFiles" | "redirectFiles"> & {
  /** The bytes of a plain file; undefined when there is none at the path, or a larger one. */
  read(path: string, maxBytes: number): Promise<Buffer | undefined>;
};
