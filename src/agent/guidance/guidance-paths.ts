type Place = { folder: string; name: string };

const guideName =
  /^(?:docs?[-_])?(?:documentation[-_])?(?:style|writing|editorial)[-_ ]?(?:style[-_ ]?)?guide(?:s|lines)?$/;
const styleName =
  /^(?:style|docs?[-_]style|writing[-_]style|tone[-_]of[-_]voice|voice[-_]and[-_]tone|style[-_](?:rules|conventions))$/;
const deepest = 4;
const longestPath = 300;

/** The files that say how to write and work here, the most telling first. */
export function guidancePaths(paths: string[], docsFolder: string): string[] {
  const places = placesOf(docsFolder);
  return paths
    .flatMap((path) => {
      const rank = path.length > longestPath ? undefined : rankOf(path, places);
      return rank === undefined ? [] : [{ path, rank, depth: path.split("/").length }];
    })
    .sort((left, right) => left.rank - right.rank || left.depth - right.depth)
    .map(({ path }) => path);
}

/** The repository's template for changes: the one for docs where there are several. */
export function templatePath(paths: string[], docsFolder: string): string | undefined {
  const places = placesOf(docsFolder);
  const known = paths.flatMap((path) => {
    const rank = path.length > longestPath ? undefined : templateRank(placeOf(path), places);
    return rank === undefined ? [] : [{ path, rank }];
  });
  const [first] = known.sort((left, right) => left.rank - right.rank);
  return first?.path;
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

function rankOf(path: string, places: Set<string>): number | undefined {
  const { folder, name } = placeOf(path);
  const [, stem = "", ending = ""] = /^(.+?)(?:\.(mdx?|mdc|txt|rst))?$/.exec(name) ?? [];
  const isPlace = places.has(folder);
  if ((isPlace || folder === ".mintlify") && name === "agents.md") return 1;
  if (isPlace && (name === "claude.md" || name === "copilot-instructions.md")) return 2;
  if (ending !== "" && isStyleGuide(folder, stem, places)) return 3;
  if (isPlace && stem === "contributing") return 4;
  if (folder === "" && (name === ".cursorrules" || name === ".windsurfrules")) return 5;
  return ending === "" ? undefined : rulesRank(folder, stem);
}

/** Rules that other editors' agents are given. What a site's assistant is told is not about writing. */
function rulesRank(folder: string, stem: string): number | undefined {
  if (folder !== ".cursor/rules" && folder !== ".mintlify") return undefined;
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

function templateRank({ folder, name }: Place, places: Set<string>): number | undefined {
  const isIn = templateFolders.has(folder);
  if (isIn && /^(?:docs?|documentation)(?:[-_]\w+)?\.md$/.test(name)) return 1;
  const isTemplate = /^pull_request_template(?:\.(?:md|txt))?$/.test(name);
  const isForge = folder === ".gitea" || folder === ".forgejo";
  if (isTemplate && (places.has(folder) || isForge)) return folder === ".github" ? 2 : 3;
  return isIn && name === "default.md" ? 4 : undefined;
}
