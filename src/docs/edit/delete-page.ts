import { AppError } from "../../lib/app-error.ts";
import { createPace } from "../../lib/pace.ts";
import type { EditableFiles } from "../tree/docs-files.ts";
import type { DocsTree } from "../tree/docs-tree.ts";
import { openTree } from "../tree/open-tree.ts";
import { namedFile } from "../tree/resolve-link.ts";
import { findMentions } from "./find-mentions.ts";
import { findRepairs } from "./find-repairs.ts";
import { type Replacement, relocate } from "./relocation.ts";
import type { FileRepair, Problem } from "./repairs.ts";
import { takeBack, writeRepairs } from "./repairs.ts";

export type DeleteInput = { docsFolder: string; path: string; replacement: string | undefined };

export type Deleted = {
  path: string;
  repaired: FileRepair[];
  problems: Problem[];
  mentions: string[];
};

/** Deletes a file; links to it become their text, or lead to its replacement, and navigation entries go. */
export async function deletePage(overlay: EditableFiles, input: DeleteInput): Promise<Deleted> {
  const { docsFolder, replacement } = input;
  const path = input.path.replace(/^\.\//, "");
  requireFile(overlay, path);
  const before = await openTree({ files: overlay, docsFolder, pace: createPace() });
  const target = replacement === undefined ? undefined : replacementOf(before, path, replacement);
  const relocation = relocate(before, new Map([[path, undefined]]), { replacement: target });
  const written = writeRepairs(overlay, await findRepairs(overlay, relocation));
  try {
    overlay.remove(path);
  } catch (error) {
    takeBack(overlay, written.files);
    throw error;
  }
  const { files, problems } = written;
  const mentions = await findMentions(overlay, relocation, problems);
  return { path, repaired: files, problems, mentions };
}

function requireFile(overlay: EditableFiles, path: string): void {
  if (overlay.has(path) || overlay.list(path).length === 0) return;
  throw new AppError("invalid_request", `${path} is a folder. Delete the files in it one by one.`);
}

function replacementOf(map: DocsTree, deleted: string, written: string): Replacement {
  if (/^https?:\/\/[^\s()<>"'`{}\\]+$/i.test(written)) return { kind: "address", address: written };
  const path = map.isFile(written) ? written : namedFile(map, "", written)?.path;
  if (path === deleted) throw refusal("is the file that is deleted");
  if (path !== undefined) return { kind: "file", path };
  throw refusal(
    "is neither a file of the repository, an address of a page, nor a full https address",
  );
}

function refusal(why: string): AppError {
  return new AppError(
    "invalid_request",
    `The replacement ${why}. Give another, or leave it out to turn links into plain text.`,
  );
}
