import {
  type EditState,
  type EditSteps,
  faultOf,
  fileList,
  outputOf,
  takeStep,
} from "../steps/edit-state.ts";
import { type EditedDocs, editedDocs, navigationCandidates } from "./edited-docs.ts";
import { readFiles } from "./read-files.ts";

/** Finds out which files there are and where the docs stand; says what is wrong when it cannot. */
export function* findDocs(state: EditState, docsFolder: string): EditSteps<string | undefined> {
  const [result] = yield* takeStep(state, "Looking at which files there are.", [
    { name: "list_files", input: {} },
  ]);
  const list = outputOf(fileList, result);
  if (list === undefined) return `I could not list the files: ${faultOf(result)}`;
  const candidates = navigationCandidates(list.files, docsFolder);
  const texts = yield* readFiles(state, candidates);
  for (const path of candidates) state.failures.delete(path);
  state.docs = editedDocs(list.files, texts, docsFolder);
  state.isListCut = list.truncated === true;
  if (state.isListCut && state.docs.root !== "")
    yield* listFolder(state, list.files, (all) => editedDocs(all, texts, docsFolder));
  return undefined;
}

/** A list that was cut short is asked for again, for the docs folder alone. */
function* listFolder(
  state: EditState,
  files: string[],
  docsOf: (all: string[]) => EditedDocs,
): EditSteps<void> {
  const [result] = yield* takeStep(
    state,
    "There are many files, so I list the docs folder by itself.",
    [{ name: "list_files", input: { folder: state.docs.root } }],
  );
  const list = outputOf(fileList, result);
  if (list === undefined) return;
  state.docs = docsOf([...new Set([...files, ...list.files])]);
  state.isListCut = list.truncated === true;
}
