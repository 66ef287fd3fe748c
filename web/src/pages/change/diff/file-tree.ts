import type { FileDiff } from "../../../../../src/contract/changes.ts";

export type TreeFolder = { name: string; path: string; folders: TreeFolder[]; files: FileDiff[] };

/** Files by folder; a folder that holds nothing but another one is drawn with it as one. */
export function fileTree(files: readonly FileDiff[]): TreeFolder {
  const root: TreeFolder = { name: "", path: "", folders: [], files: [] };
  const known = new Map<string, TreeFolder>();
  for (const file of files) folderOf(parentOf(file.path), root, known).files.push(file);
  return { ...root, folders: root.folders.map(shortened) };
}

/** Files in the order in which the tree shows them, folders first. */
export function treeOrder(folder: TreeFolder): FileDiff[] {
  return [...folder.folders.flatMap(treeOrder), ...folder.files];
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function folderOf(path: string, root: TreeFolder, known: Map<string, TreeFolder>): TreeFolder {
  let folder = root;
  for (let end = 0; end < path.length; ) {
    const slash = path.indexOf("/", end + 1);
    end = slash < 0 ? path.length : slash;
    const at = path.slice(0, end);
    const found = known.get(at) ?? { name: nameOf(at), path: at, folders: [], files: [] };
    if (!known.has(at)) folder.folders.push(found);
    known.set(at, found);
    folder = found;
  }
  return folder;
}

function shortened(folder: TreeFolder): TreeFolder {
  let { name, path, folders, files } = folder;
  while (files.length === 0 && folders.length === 1 && folders[0]) {
    name = `${name}/${folders[0].name}`;
    ({ path, folders, files } = folders[0]);
  }
  return { name, path, folders: folders.map(shortened), files };
}
