import { AppError } from "../../lib/app-error.ts";
import { createPace } from "../../lib/pace.ts";
import { readFrontMatter } from "../page/front-matter.ts";
import { formatOf, isPageFile } from "../page/page-format.ts";
import { navigationFormats } from "../site/find-site.ts";
import { addToNavigation } from "../site/navigation.ts";
import { below, folderOf } from "../site/paths.ts";
import { plainAddress } from "../tree/address.ts";
import type { EditableFiles } from "../tree/docs-files.ts";
import { type DocsTree, docsTree } from "../tree/docs-tree.ts";
import { openTree } from "../tree/open-tree.ts";
import { writeYaml } from "../values/yaml-scalar.ts";
import { listBeside } from "./list-beside.ts";
import { safeMarkdown } from "./safe-markdown.ts";

export type NewPage = {
  docsFolder: string;
  /** From the top of the repository. */
  path: string;
  title: string;
  text: string;
  /** Title of the group of the navigation that lists it; left out: where the pages of its folder stand. */
  group?: string | undefined;
};

export type PageAdded = {
  path: string;
  /** The file that lists it now; undefined when none does. */
  listedIn: string | undefined;
};

/** Writes a new page with a given text, titled as the pages beside it are, and lists it in the navigation. */
export async function addPage(overlay: EditableFiles, page: NewPage): Promise<PageAdded> {
  const { docsFolder, path } = page;
  if (!isPageFile(path)) throw refusal(`${path} has not the ending of a page`);
  if (overlay.has(path)) throw new AppError("conflict", `There is a page ${path} already.`);
  const tree = await openTree({ files: overlay, docsFolder, pace: createPace() });
  const { parts } = tree;
  const after = docsTree({
    ...parts,
    paths: new Set([...parts.paths, path]),
    pagePaths: new Set([...parts.pagePaths, path]),
  });
  if (after.page(path)?.isPublished !== true && !after.site.listedOnly)
    throw refusal(`the site shows no page at ${path}`);
  const listing = listed(tree, page) ?? listedInScript(tree, after, page);
  if (listing === undefined && page.group !== undefined)
    throw refusal(`the navigation has no group “${page.group}”, or none that can be changed here`);
  const hasFrontMatter = await usesFrontMatter(overlay, tree, path);
  overlay.write(path, pageText(page, hasFrontMatter));
  if (listing !== undefined) list(overlay, path, listing);
  return { path, listedIn: listing?.path };
}

/** A page that could not be listed is not there either. */
function list(
  overlay: EditableFiles,
  page: string,
  { path, before, text }: { path: string; before: string; text: string },
): void {
  try {
    overlay.write(path, text, { before, byVerb: true });
  } catch (error) {
    overlay.remove(page);
    throw error;
  }
}

function refusal(reason: string): AppError {
  return new AppError("invalid_request", `No page was added: ${reason}.`);
}

const mostPages = 20;

/** Whether titles stand in the front matter on the pages nearest to it, and not in a heading. */
async function usesFrontMatter(
  overlay: EditableFiles,
  tree: DocsTree,
  path: string,
): Promise<boolean> {
  const all = [...tree.pages.values()].filter((page) => page.isPublished).map((page) => page.path);
  const beside = all.filter((own) => folderOf(own) === folderOf(path));
  const looked = (beside.length > 0 ? beside : all).slice(0, mostPages);
  let titled = 0;
  for await (const { content } of overlay.readEach(looked))
    titled += typeof readFrontMatter(content).metadata.title === "string" ? 1 : 0;
  return titled * 2 > looked.length;
}

function pageText({ path, title, text }: NewPage, hasFrontMatter: boolean): string {
  const body = safeMarkdown(text, formatOf(path));
  const line = title.replace(/\s+/g, " ").trim();
  if (hasFrontMatter) return `---\ntitle: ${writeYaml(line)}\n---\n\n${body}\n`;
  const isTitled = body.startsWith(`# ${line}\n`);
  return isTitled ? `${body}\n` : `# ${safeMarkdown(line, formatOf(path))}\n\n${body}\n`;
}

/** The navigation with the page in it; undefined where it cannot take it, or lists everything by itself. */
function listed(
  tree: DocsTree,
  { path, title, group }: NewPage,
): { path: string; before: string; text: string } | undefined {
  for (const format of navigationFormats) {
    for (const [file, text] of tree.siteFiles) {
      const inside = format.isFile(file) ? below(format.root(file, text), path) : undefined;
      const groups = inside === undefined ? [] : format.groups(text);
      if (inside === undefined || groups.length === 0) continue;
      const named = groups.filter((own) => group !== undefined && isSame(own.title, group));
      if (named.length > 1) throw refusal(`${file} has more than one group “${group}”`);
      if (group !== undefined && named.length === 0) continue;
      const pages = groups.flatMap((own) => own.pages);
      const beside = pages.findLast(
        (own) => folderOf(plainAddress(own)) === folderOf(plainAddress(inside)),
      );
      const near = named[0]?.pages.at(-1) ?? beside;
      if (group === undefined && near === undefined) continue;
      const added = addToNavigation(text, format, {
        page: format.nameOf(inside),
        title,
        group,
        near,
      });
      if (added !== undefined) return { path: file, before: text, text: added };
    }
  }
  return undefined;
}

function listedInScript(
  before: DocsTree,
  after: DocsTree,
  { path, title, group }: NewPage,
): { path: string; before: string; text: string } | undefined {
  for (const [file, text] of before.siteFiles) {
    if (!/\.(?:[cm]?[jt]s|json)$/.test(file)) continue;
    const added = listBeside({ ...{ file, text, before, after }, path, title, group });
    if (added !== undefined) return { path: file, before: text, text: added };
  }
  return undefined;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
