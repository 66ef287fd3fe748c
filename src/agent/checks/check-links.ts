import { AppError } from "../../lib/app-error.ts";
import { pageLinks } from "../../markdown/links.ts";
import { parsePage } from "../../markdown/parse-page.ts";
import { createSlugger } from "../../markdown/slug.ts";
import {
  type DocsTree,
  findPageFile,
  formatOf,
  isPage,
  joinPath,
  type PageText,
} from "./docs-tree.ts";

type Anchors = Set<string> | undefined;

/** Folders whose files a docs site serves from its top. */
const servedFolders = ["", "public", "static"];

/** Links between pages that lead to no file, or to a heading that is not there. Addresses elsewhere are not looked up. */
export async function checkLinks(tree: DocsTree, pages: PageText[]): Promise<string[]> {
  const findings: string[] = [];
  const known = new Map<string, Promise<Anchors>>();
  const lacks = async (path: string, anchor: string) => {
    const reading = known.get(path) ?? readAnchors(tree, path);
    known.set(path, reading);
    const anchors = await reading;
    return anchors !== undefined && !anchors.has(anchor);
  };
  for (const page of pages) {
    for (const { target, line } of pageLinks(page.content, formatOf(page.path))) {
      const link = readTarget(target);
      if (link === undefined) continue;
      const file = link.path === "" ? page.path : findTarget(tree, page.path, link.path);
      if (file === undefined) {
        findings.push(`${page.path}:${line} there is nothing at ${target}`);
      } else if (link.anchor !== "" && isPage(file) && (await lacks(file, link.anchor))) {
        findings.push(`${page.path}:${line} ${file} has no heading #${link.anchor}`);
      }
    }
  }
  return findings;
}

/** The path and anchor of a link inside the docs; undefined for any other address. */
function readTarget(target: string): { path: string; anchor: string } | undefined {
  const isElsewhere = /^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith("//");
  if (isElsewhere || target === "" || /[{}<>]/.test(target)) return undefined;
  const hash = target.indexOf("#");
  const anchor = hash === -1 ? "" : target.slice(hash + 1);
  const address = hash === -1 ? target : target.slice(0, hash);
  return { path: decoded(address.split("?", 1)[0] ?? ""), anchor: decoded(anchor) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function findTarget(tree: DocsTree, page: string, path: string): string | undefined {
  const folder = page.includes("/") ? page.slice(0, page.lastIndexOf("/")) : "";
  const starts = path.startsWith("/")
    ? servedFolders.map((served) => `${tree.docsFolder}/${served}`)
    : // A site that serves `guides/keys.md` as `guides/keys/` resolves links one folder deeper.
      [folder, page.replace(/\.mdx?$/i, "")];
  for (const start of starts) {
    const joined = joinPath(start, path);
    const file = joined === undefined ? undefined : findPageFile(tree, joined);
    if (file !== undefined) return file;
  }
  return undefined;
}

const writtenAnchor = /\b(?:id|name)=["']([^"'\n]{1,200})["']|\{#([^}\s]{1,200})\}/g;

async function readAnchors(tree: DocsTree, path: string): Promise<Anchors> {
  try {
    const source = await tree.read(path);
    const slugger = createSlugger();
    const headings = parsePage(source, formatOf(path)).blocks.filter(
      (block) => block.kind === "heading",
    );
    const anchors = new Set(headings.map((heading) => slugger(heading.text)));
    for (const [, id, own] of source.matchAll(writtenAnchor)) anchors.add(id ?? own ?? "");
    return anchors;
  } catch (error) {
    // A page that cannot be read as text has no headings to miss.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
