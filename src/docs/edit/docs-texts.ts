import { AppError } from "../../lib/app-error.ts";
import { otherSiteFolders } from "../site/find-site.ts";
import { below, isBelow } from "../site/paths.ts";
import type { DocsTree } from "../tree/docs-tree.ts";

/** Files and folders of the repository; no `only`: all of the docs. */
export type TextScope = {
  only: string[];
  except: string[];
  /** Folders besides that of the tree which are docs too. */
  otherFolders?: readonly string[] | undefined;
};

/** Texts of the docs that may be changed: pages, what pages take in, and the site's settings. */
export type DocsTexts = {
  isPage(path: string): boolean;
  isSettings(path: string): boolean;
  /** Pages that all of the docs does not mean although they are pages: those in other folders of the repository. */
  isBeside(path: string): boolean;
};

/** Throws where the scope names a file that is no text of the docs, or leaves nothing. */
export function docsTexts(tree: DocsTree, scope: TextScope): DocsTexts {
  const only = scope.only.map(trimmed);
  const except = scope.except.map(trimmed);
  for (const path of [...only, ...except]) {
    if (!tree.isFile(path) && !tree.isFolder(path))
      throw new AppError("not_found", `There is no file or folder ${path}.`);
    const isText = tree.pagePaths.has(path) || tree.siteFiles.has(path) || tree.isFolder(path);
    if (!isText)
      throw new AppError("invalid_request", `${path} is neither a page nor a file of settings.`);
  }
  const isIn = (folders: string[], path: string) =>
    folders.some((own) => own === path || isBelow(own, path));
  const isLeftOut = (path: string) => isIn(except, path);
  if (only.length > 0 && only.every(isLeftOut)) {
    throw new AppError("invalid_request", "What is left out holds everything that was asked for.");
  }
  const isWanted = (path: string) => !isLeftOut(path) && (only.length === 0 || isIn(only, path));
  const isOwn = (path: string) =>
    isOfDocs(tree, path) || (scope.otherFolders ?? []).some((folder) => isBelow(folder, path));
  const otherDocs = scope.otherFolders ?? [];
  const others = otherSiteFolders(tree.siteFiles, tree.site).filter(
    (folder) =>
      !otherDocs.some((own) => own === folder || isBelow(own, folder) || isBelow(folder, own)),
  );
  const isPage = (path: string) =>
    tree.pagePaths.has(path) && isWanted(path) && (only.includes(path) || isOwn(path));
  return {
    isPage,
    isBeside: (path) =>
      only.length === 0 && tree.pagePaths.has(path) && isWanted(path) && !isOwn(path),
    isSettings: (path) =>
      tree.siteFiles.has(path) && isWanted(path) && (only.length > 0 || !isIn(others, path)),
  };
}

function trimmed(path: string): string {
  return path.replace(/^\.?\//, "").replace(/(?<!\/)\/+$/, "");
}

/** Pages, and the pieces in folders of the docs that pages take in; not what a repository says about itself. */
function isOfDocs(tree: DocsTree, path: string): boolean {
  const page = tree.page(path);
  if (page === undefined) return false;
  if (tree.docsFolder !== "") return isBelow(tree.docsFolder, path);
  if (page.isPublished) return true;
  return tree.site.layout.roots.some((root) => below(root, path)?.includes("/") === true);
}
