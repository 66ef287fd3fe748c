import { type Desk, turn } from "../steps/edit-state.ts";
import type { Script } from "../steps/edit-steps.ts";
import { faultOf, fileList, outputOf } from "../steps/tool-output.ts";
import { type DocsTree, docsTree, navigationCandidates } from "./docs-tree.ts";
import { readFiles } from "./read-files.ts";

/** Finds out which files there are and where the docs stand; says what is wrong when it cannot. */
export function* lookAround(desk: Desk, docsFolder: string): Script<string | undefined> {
  const [result] = yield* turn(desk, "Looking at which files there are.", [
    { name: "list_files", input: {} },
  ]);
  const list = outputOf(fileList, result);
  if (list === undefined) return `I could not list the files: ${faultOf(result)}`;
  const candidates = navigationCandidates(list.files, docsFolder);
  const texts = yield* readFiles(desk, candidates);
  for (const path of candidates) desk.failures.delete(path);
  desk.tree = docsTree(list.files, texts, docsFolder);
  desk.isListCut = list.truncated === true;
  if (desk.isListCut && desk.tree.root !== "")
    yield* listFolder(desk, list.files, (all) => docsTree(all, texts, docsFolder));
  return undefined;
}

/** A list that was cut short is asked for again, for the docs folder alone. */
function* listFolder(
  desk: Desk,
  files: string[],
  treeOf: (all: string[]) => DocsTree,
): Script<void> {
  const [result] = yield* turn(desk, "There are many files, so I list the docs folder by itself.", [
    { name: "list_files", input: { folder: desk.tree.root } },
  ]);
  const list = outputOf(fileList, result);
  if (list === undefined) return;
  desk.tree = treeOf([...new Set([...files, ...list.files])]);
  desk.isListCut = list.truncated === true;
}
