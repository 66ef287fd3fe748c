import { folderOf } from "../../../../docs/site/paths.ts";
import {
  type EditState,
  type EditSteps,
  faultOf,
  fileList,
  outputOf,
  takeStep,
} from "../steps/edit-state.ts";

const texts = "**/*.{md,mdx,markdown,json,yml,yaml,toml,ts,mts,js,mjs,cjs}";

/** Finds out which files there are that can be named; says what is wrong when it cannot. */
export function* listDocs(state: EditState, docsFolder: string): EditSteps<string | undefined> {
  const folder = docsFolder === "" ? {} : { folder: docsFolder };
  const [result] = yield* takeStep(state, "Looking at which files there are.", [
    { name: "list_files", input: { glob: texts } },
  ]);
  const list = outputOf(fileList, result);
  if (list === undefined)
    return `I changed nothing, because I could not list the files. ${faultOf(result)}`;
  note(state, list.files);
  state.isListCut = list.truncated === true;
  if (!state.isListCut) return undefined;
  const [again] = yield* takeStep(state, "There are many files, so I list the pages alone.", [
    { name: "list_files", input: { ...folder, glob: "**/*.{md,mdx,markdown}" } },
  ]);
  const pages = outputOf(fileList, again);
  note(state, [...list.files, ...(pages?.files ?? [])]);
  state.isListCut = pages?.truncated !== false;
  return undefined;
}

function note(state: EditState, files: string[]): void {
  const folders = new Set<string>();
  for (const file of files) {
    for (let folder = folderOf(file); folder !== "" && !folders.has(folder); ) {
      folders.add(folder);
      folder = folderOf(folder);
    }
  }
  state.files = new Set(files);
  state.folders = folders;
}
