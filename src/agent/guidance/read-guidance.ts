import { guidanceFolders } from "../../docs/site/find-site.ts";
import type { DocsFiles } from "../../docs/tree/docs-files.ts";
import { visibleText } from "../../text/safe/visible-text.ts";

export type GuidanceFile = { path: string; text: string };

/** What a repository says about how its docs are written and how changes are proposed. */
export type Guidance = { files: GuidanceFile[]; template?: GuidanceFile };

const mostFiles = 12;
const longestFile = 12_000;
const longestTemplate = 6_000;
const longestTotal = 36_000;
/** A piece shorter than this says nothing. */
const shortestPiece = 500;

/**
 * Reads the guidance of a repository. The overlay has to be that of its default branch: what a job edits, or a branch
 * that nobody has agreed to, must not be able to direct it.
 */
export async function readGuidance(overlay: DocsFiles, docsFolder: string): Promise<Guidance> {
  const paths = overlay.list().flatMap((file) => (file.readable ? [file.path] : []));
  const wanted = ranked(paths, docsFolder, guidanceRank).slice(0, mostFiles);
  const [template = ""] = ranked(paths, docsFolder, templateRank);
  const texts = new Map<string, string>();
  for await (const { path, content } of overlay.readEach([...wanted, template])) {
    texts.set(path, visibleText(content.replace(/^\uFEFF/, "")).trim());
  }
  const files = withinTotal(wanted.map((path) => ({ path, text: texts.get(path) ?? "" })));
  const text = texts.get(template) ?? "";
  if (text === "") return { files };
  return { files, template: { path: template, text: cut(template, text, longestTemplate) } };
}

/** As many as fit, the first ones first; of the rest it is said that they are there. Empty and repeated ones are left out. */
function withinTotal(all: GuidanceFile[]): GuidanceFile[] {
  const seen = new Set([""]);
  let left = longestTotal;
  return all.flatMap(({ path, text }) => {
    // Some files only name another one.
    if (seen.has(text) || /^@\S+$/.test(text)) return [];
    seen.add(text);
    const room = Math.min(longestFile, left);
    if (text.length > room && room < shortestPiece) {
      return [
        { path, text: `(Left out: read it with read_file ${path} if it concerns your task.)` },
      ];
    }
    const shown = cut(path, text, room);
    left -= Math.min(text.length, room);
    return [{ path, text: shown }];
  });
}

/** The beginning of a text, up to the end of a line, and how to read on. */
function cut(path: string, text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf("\n", longest);
  const shown = text.slice(0, end > 0 ? end : longest).toWellFormed();
  const line = shown.split("\n").length + (end > 0 ? 1 : 0);
  const left = text.length - shown.length;
  return `${shown}\n(Cut here, ${left} characters are left: read_file ${path} from line ${line} on.)`;
}

type Place = { folder: string; name: string };

const guideName =
  /^(?:docs?[-_])?(?:documentation[-_])?(?:style|writing|editorial)[-_ ]?(?:style[-_ ]?)?guide(?:s|lines)?$/;
const styleName =
  /^(?:style|docs?[-_]style|writing[-_]style|tone[-_]of[-_]voice|voice[-_]and[-_]tone|style[-_](?:rules|conventions))$/;
const deepest = 4;
const longestPath = 300;

type Rank = (place: Place, places: Set<string>) => number | undefined;

/** The paths that have a rank, the lowest first. */
function ranked(paths: string[], docsFolder: string, rankOf: Rank): string[] {
  const places = placesOf(docsFolder);
  return paths
    .flatMap((path) => {
      const rank = path.length > longestPath ? undefined : rankOf(placeOf(path), places);
      return rank === undefined ? [] : [{ path, rank }];
    })
    .sort((left, right) => left.rank - right.rank)
    .map(({ path }) => path);
}

/** Folders whose files speak for the docs: the top, the docs and what is above them, and the forge's own. */
function placesOf(docsFolder: string): Set<string> {
  const parts = docsFolder.toLowerCase().split("/");
  const above = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return new Set(["", "docs", "doc", ".github", ...above]);
}

function placeOf(path: string): Place {
  const slash = path.lastIndexOf("/");
  return {
    folder: path.slice(0, Math.max(0, slash)).toLowerCase(),
    name: path.slice(slash + 1).toLowerCase(),
  };
}

/** The most telling files first, and of those the ones nearest the top. */
function guidanceRank(place: Place, places: Set<string>): number | undefined {
  const rank = kindRank(place, places);
  const depth = place.folder === "" ? 0 : place.folder.split("/").length;
  return rank === undefined ? undefined : rank + depth / longestPath;
}

function kindRank({ folder, name }: Place, places: Set<string>): number | undefined {
  const [, stem = "", ending = ""] = /^(.+?)(?:\.(mdx?|mdc|txt|rst))?$/.exec(name) ?? [];
  const isPlace = places.has(folder);
  if ((isPlace || guidanceFolders.includes(folder)) && name === "agents.md") return 1;
  if (isPlace && (name === "claude.md" || name === "copilot-instructions.md")) return 2;
  if (ending !== "" && isStyleGuide(folder, stem, places)) return 3;
  if (isPlace && stem === "contributing") return 4;
  if (folder === "" && (name === ".cursorrules" || name === ".windsurfrules")) return 5;
  return ending === "" ? undefined : rulesRank(folder, stem);
}

/** Rules that other editors' agents are given. What a site's assistant is told is not about writing. */
function rulesRank(folder: string, stem: string): number | undefined {
  if (folder !== ".cursor/rules" && !guidanceFolders.includes(folder)) return undefined;
  if (stem === "assistant") return undefined;
  return /writing|style|docs|documentation/.test(stem) ? 3 : 5;
}

function isStyleGuide(folder: string, stem: string, places: Set<string>): boolean {
  if (places.has(folder) && styleName.test(stem)) return true;
  const folders = folder.split("/");
  return guideName.test(stem) && folders.length < deepest && !folders.includes("node_modules");
}

const templateFolders = new Set([
  ".github/pull_request_template",
  "docs/pull_request_template",
  "pull_request_template",
  ".gitlab/merge_request_templates",
]);

/** Of several templates for changes the one for docs comes first. */
function templateRank({ folder, name }: Place, places: Set<string>): number | undefined {
  const isIn = templateFolders.has(folder);
  if (isIn && /^(?:docs?|documentation)(?:[-_]\w+)?\.md$/.test(name)) return 1;
  const isTemplate = /^pull_request_template(?:\.(?:md|txt))?$/.test(name);
  const isForge = folder === ".gitea" || folder === ".forgejo";
  if (isTemplate && (places.has(folder) || isForge)) return folder === ".github" ? 2 : 3;
  return isIn && name === "default.md" ? 4 : undefined;
}
