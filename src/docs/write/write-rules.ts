import { AppError } from "../../lib/app-error.ts";
import { shownPath } from "../../lib/repository-path.ts";
import { isSiteFile, navigationNames } from "../site/find-site.ts";
import { globMatcher } from "../site/glob.ts";
import { folderOf, isBelow, nameOf } from "../site/paths.ts";
import { isRedirectList } from "../site/redirect-list.ts";
import type { TextBasis } from "../tree/docs-files.ts";
import type { DocsTree } from "../tree/docs-tree.ts";
import { dataKind } from "../values/read-data.ts";
import { fileKind, isTemplate } from "./file-kind.ts";
import { newCode, pageCode } from "./page-code.ts";
import { runsByName } from "./runs-by-name.ts";
import { sameBeside, sameCode } from "./same-settings.ts";

/** What a job may change. Every refusal is a `forbidden` AppError that tells a model what to do instead. */
export type WriteRules = {
  requireText(path: string, after: string, basis: TextBasis | undefined): void;
  requireRemoval(path: string): void;
  requireMove(from: string, to: string): void;
};

export type WriteScope = {
  /** The docs as they were when the job began. */
  tree: DocsTree;
  /** Folders of the docs in the repository; "" for all of it. */
  docsFolders: readonly string[];
  /** Globs of what the project lets jobs write besides. */
  extraPaths: readonly string[];
};

/** Texts, data and pictures in the docs folders, and navigation as data. Whatever runs somewhere is left to people. */
export function writeRules(scope: WriteScope): WriteRules {
  const isExtra = globMatcher(scope.extraPaths);
  const requireFile = (path: string, isMoved: boolean) => {
    const reason = isExtra(path) ? undefined : refusalOf(scope, path, isMoved);
    if (reason !== undefined) throw refusal(path, reason);
  };
  return {
    requireText(path, after, basis) {
      if (isExtra(path)) return;
      const reason = isSettings(scope, path)
        ? settingsRefusal(scope, { path, after, basis })
        : (textRefusal(scope, path, basis) ?? codeRefusal(scope, { path, after, basis }));
      if (reason !== undefined) throw refusal(path, reason);
    },
    requireRemoval: (path) => requireFile(path, false),
    requireMove(from, to) {
      // What is no text, data or picture keeps its name: then it is found where it is named, and nowhere else. What the
      // job has made itself is moved only to where it could have made it.
      const isOld = fileKind(from) === "other" || scope.tree.isFile(from) || isTemplate(from);
      const becomesCode = isTemplate(to) && !isTemplate(from);
      const isMoved = nameOf(from) === nameOf(to) && isOld && !becomesCode;
      requireFile(from, isMoved);
      requireFile(to, isMoved);
    },
  };
}

const dotted = "names that begin with a dot belong to tools, which act upon them";
const running = "tools and hosts act upon a file of that name: it decides what runs";
const byHand =
  "it is a script of the site. Its entries and labels are changed by add_page, move_file, delete_file and replace_term, and nothing else in it is";

function refusalOf(scope: WriteScope, path: string, isMoved: boolean): string | undefined {
  if (isSettings(scope, path)) return namesOf(scope, path) === "all" ? undefined : running;
  if (path.split("/").some((part) => part.startsWith("."))) return dotted;
  if (runsByName(path)) return running;
  if (!isInDocs(scope, path)) return outside(scope);
  if (isMoved) return undefined;
  const kind = fileKind(path);
  if (kind === "other" || isTemplate(path)) return "it is neither a text, nor data, nor a picture";
  return kind === "data" ? dataRefusal(scope, path) : undefined;
}

function outside({ docsFolders }: WriteScope): string {
  const names = docsFolders.map((folder) => folder || "the top").join(", ");
  return `it stands outside the folders of the docs (${names})`;
}

/** Verbs follow links in pages beside the docs too, as a README names what moves, and in lists of redirects. */
function textRefusal(
  scope: WriteScope,
  path: string,
  basis: TextBasis | undefined,
): string | undefined {
  const isPage = fileKind(path) === "page" && !runsByName(path);
  const isBeside = basis?.byVerb === true && isPage && !isInDocs(scope, path);
  const isList = basis?.byVerb === true && isRedirectList(path) && isInDocs(scope, path);
  if ((isBeside || isList) && scope.tree.isFile(path)) return undefined;
  return refusalOf(scope, path, false);
}

/** Settings of tools stand at the top of a project. There a job makes no data of its own. */
function dataRefusal({ tree, docsFolders }: WriteScope, path: string): string | undefined {
  const tops = ["", tree.site.folder, ...docsFolders];
  if (tree.isFile(path)) return undefined;
  return tops.includes(folderOf(path))
    ? "new data at the top of the docs may be the settings of a tool. Put it into a folder"
    : undefined;
}

function isInDocs({ tree, docsFolders }: WriteScope, path: string): boolean {
  if (docsFolders.some((folder) => folder !== "" && isBelow(folder, path))) return true;
  if (!docsFolders.includes("")) return false;
  // All of the repository is docs, so that what is built or deployed may stand beside them.
  if (fileKind(path) !== "data") return true;
  const { roots, served } = tree.site.layout;
  if ([...roots, ...served].some((root) => root !== "" && isBelow(root, path))) return true;
  const [first = ""] = path.split("/");
  return first === path || holdsPages(tree).has(first);
}

const known = new WeakMap<DocsTree, Set<string>>();

/** Folders at the top that have pages in them. */
function holdsPages(tree: DocsTree): Set<string> {
  const held = known.get(tree);
  if (held !== undefined) return held;
  const published = [...tree.pagePaths].filter((path) => tree.site.isPage(path));
  const folders = new Set(published.flatMap((path) => path.match(/^[^/]+(?=\/)/) ?? []));
  known.set(tree, folders);
  return folders;
}

type Written = { path: string; after: string; basis: TextBasis | undefined };

function codeRefusal({ tree }: WriteScope, { path, after, basis }: Written): string | undefined {
  const read = (text: string) => pageCode(path, text, tree.site.pageCode);
  const now = read(after);
  if (now.length === 0) return undefined;
  const fresh = newCode(read(basis?.before ?? ""), now, basis?.byVerb).find(({ runs }) => runs);
  if (fresh === undefined) return undefined;
  const shown = JSON.stringify(fresh.text.slice(0, 80).toWellFormed());
  return `${shown} would run where the docs are built or read. Write it as text or in a code block, or use a component that is there`;
}

function isSettings({ tree }: WriteScope, path: string): boolean {
  // Lists of pages that are pages themselves are texts.
  return (tree.siteFiles.has(path) || isSiteFile(path)) && fileKind(path) !== "page";
}

function namesOf({ tree }: WriteScope, path: string): ReturnType<typeof navigationNames> {
  return navigationNames(path, tree.siteFiles.has(path) ? tree.site : undefined);
}

function settingsRefusal(scope: WriteScope, written: Written): string | undefined {
  const { tree } = scope;
  const { path, after, basis } = written;
  const before = tree.siteFiles.get(path);
  const isData = dataKind(path) !== undefined;
  if (/\.[cm]?[jt]s$/.test(path)) {
    const isEntry = basis?.byVerb === true && before !== undefined;
    return isEntry && sameCode({ before, after }) ? undefined : byHand;
  }
  if (!isData) return running;
  const names = namesOf(scope, path);
  if (names === "all" || (basis?.byVerb === true && before !== undefined)) return undefined;
  if (names === undefined || before === undefined) return running;
  if (sameBeside({ path, before, after }, names)) return undefined;
  return `only its navigation may change (${names.join(", ")}), and it must stay readable: the rest decides what runs`;
}

function refusal(path: string, reason: string): AppError {
  return new AppError(
    "forbidden",
    `${shownPath(path)} was not written: ${reason}. Do without, and tell the user what to change there; whoever runs the project can allow its path with "docent projects update --extra-paths".`,
  );
}
