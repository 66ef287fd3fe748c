import { navigationKind, readNavigation } from "../../markdown/navigation.ts";
import { type DocsTree, findPageFile, joinPath } from "./docs-tree.ts";

const navigationFiles = ["docs.json", "mint.json", "mkdocs.yml", "mkdocs.yaml"];
const mostLookups = 100;

/** Entries of the navigation files, in the docs folder or above it, that name no page. */
export async function checkNavigation(tree: DocsTree): Promise<string[]> {
  const findings: string[] = [];
  for (const path of navigationPaths(tree)) {
    const kind = navigationKind(path);
    if (kind === undefined) continue;
    const text = await tree.read(path);
    if (kind === "json" && !isJson(text)) findings.push(`${path}:1 this is not valid JSON`);
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const root = kind === "json" ? folder : `${folder}${docsDirectory(text)}`;
    for (const page of readNavigation(text, kind).flatMap((group) => group.pages)) {
      const file = isElsewhere(page) ? page : joinPath(root, page);
      const exists = isElsewhere(page) || (file !== undefined && findPageFile(tree, file));
      if (exists) continue;
      const line = findings.length < mostLookups ? lineOf(text, page) : 1;
      findings.push(`${path}:${line} there is no page ${page}`);
    }
  }
  return findings;
}

function navigationPaths({ paths, docsFolder }: DocsTree): string[] {
  const folders = new Set([docsFolder === "" ? "" : `${docsFolder}/`, ""]);
  return [...folders]
    .flatMap((folder) => navigationFiles.map((name) => `${folder}${name}`))
    .filter((path) => paths.has(path));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where mkdocs keeps its pages, from the folder of its own file. */
function docsDirectory(text: string): string {
  return /^docs_dir:[ \t]*["']?([^"'#\n]{1,200})/m.exec(text)?.[1]?.trim() ?? "docs";
}

/** Addresses, and operations of an API description (`GET /pets`), are no pages. */
function isElsewhere(page: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(page) || page.includes(" ");
}

function lineOf(text: string, page: string): number {
  const at = text.indexOf(page);
  return at === -1 ? 1 : text.slice(0, at).split("\n").length;
}
