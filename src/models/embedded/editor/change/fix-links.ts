import { applyEdits, type TextEdit } from "../../../../docs/edit/text-edit.ts";
import type { PageAnchors } from "../../../../docs/page/anchors.ts";
import { readPage } from "../../../../docs/page/page.ts";
import { formatOf, isPageFile } from "../../../../docs/page/page-format.ts";
import { isForReader } from "../../../../docs/page/page-links.ts";
import { isSiteFile } from "../../../../docs/site/find-site.ts";
import { docsTree } from "../../../../docs/tree/docs-tree.ts";
import { namedMetadata } from "../../../../docs/tree/named-metadata.ts";
import { isRedirectFile } from "../../../../docs/tree/other-addresses.ts";
import { resolveLink } from "../../../../docs/tree/resolve-link.ts";
import { rewriteLink } from "../../../../docs/tree/rewrite-link.ts";
import { shortLine } from "../../../../text/markdown-writing.ts";
import { closeAnchor, closePage } from "../files/close-name.ts";
import type { EditedDocs } from "../files/edited-docs.ts";
import { findPage } from "../files/find-page.ts";
import { readFiles } from "../files/read-files.ts";
import { type FileChange, writeFiles } from "../files/write-files.ts";
import type { FixLinksTask } from "../instruction/task.ts";
import { count, listed, nothing, type Outcome, quoted, shortCode } from "../report.ts";
import type { EditState, EditSteps } from "../steps/edit-state.ts";

const maxNotes = 50;

/** Repairs links to pages and headings that are not there, where there is exactly one place they can mean. */
export function* fixLinks(state: EditState, task: FixLinksTask): EditSteps<Outcome> {
  const page = task.page === undefined ? undefined : yield* findPage(state, task.page);
  if (task.page !== undefined && page === undefined) {
    return nothing(`I found no page called ${quoted(task.page, 80)}, so no link was changed.`);
  }
  if (state.isListCut) {
    return nothing(
      "There are more files than I can list, so I cannot tell which links are broken.",
    );
  }
  const { docs } = state;
  const settings = settingsOf(docs);
  const texts = yield* readFiles(state, [...docs.pages, ...settings]);
  for (const path of settings) state.failures.delete(path);
  const targets = linkTargets(docs, texts);
  const changes: FileChange[] = [];
  const repaired = new Map<string, string[]>();
  const broken: BrokenLink[] = [];
  for (const path of page === undefined ? docs.pages : [page]) {
    const before = texts.get(path);
    if (before === undefined) continue;
    const result = repairLinks(targets, path, before);
    broken.push(...result.broken);
    if (result.repaired.length === 0) continue;
    changes.push({ path, before, after: result.text });
    repaired.set(path, result.repaired);
  }
  const written = yield* writeFiles(state, changes);
  return outcomeOf(repaired, written, broken);
}

const mostSettings = 50;

/** The files that decide which addresses there are, those nearest the top first. */
function settingsOf({ tree }: EditedDocs): string[] {
  const depth = (path: string) => path.split("/").length;
  return [...tree.paths]
    .filter((path) => isSiteFile(path) || isRedirectFile(path))
    .sort((left, right) => depth(left) - depth(right))
    .slice(0, mostSettings);
}

/** The docs with all that is now known of their addresses. */
function linkTargets(docs: EditedDocs, texts: ReadonlyMap<string, string>): LinkTargets {
  const textsOf = (isWanted: (path: string) => boolean) =>
    new Map([...texts].filter(([path]) => isWanted(path)));
  const pages = [...textsOf(isPageFile)].map(
    ([path, text]) => [path, namedMetadata(text)] as const,
  );
  const tree = docsTree({
    ...docs.tree.parts,
    siteFiles: textsOf(isSiteFile),
    redirectFiles: textsOf(isRedirectFile),
    metadata: new Map(pages),
  });
  const known = new Map<string, PageAnchors>();
  return {
    docs: { ...docs, tree },
    anchors(path) {
      const text = texts.get(path);
      if (text === undefined) return undefined;
      const anchors = known.get(path) ?? readPage(text, formatOf(path)).anchors;
      known.set(path, anchors);
      return anchors;
    },
  };
}

function outcomeOf(
  repaired: Map<string, string[]>,
  written: Set<string>,
  broken: BrokenLink[],
): Outcome {
  const changes = [...written].map((path) => ({
    path,
    note: listed(repaired.get(path) ?? [], 10),
  }));
  const total = [...written].reduce((sum, path) => sum + (repaired.get(path)?.length ?? 0), 0);
  const places = broken.map(
    ({ path, line, target }) => `${shortLine(target, 80)} in ${path} line ${line}`,
  );
  const left = `${count(broken.length, "broken link")} ${broken.length === 1 ? "has" : "have"} no clear replacement: ${listed(places, 3)}.`;
  const notes = broken
    .slice(0, maxNotes)
    .map(
      ({ path, line, target }) =>
        `${shortCode(path)} line ${line}: ${shortCode(target)} leads nowhere`,
    );
  const remarks = broken.length === 0 ? [] : [left];
  if (changes.length === 0) {
    const message = broken.length === 0 ? "I found no broken links." : "I changed no link.";
    return { ...nothing(message, remarks), notes, isSettled: broken.length === 0 };
  }
  return {
    title: total === 1 ? "Fix a broken link" : `Fix ${total} broken links`,
    changes,
    message: `I repaired ${count(total, "broken link")} in ${count(changes.length, "page")}.`,
    remarks,
    notes,
  };
}

type BrokenLink = { path: string; line: number; target: string };

type RepairedPage = {
  text: string;
  /** What was done, for the summary: old and new address. */
  repaired: string[];
  /** Links that lead nowhere and have no clear replacement. */
  broken: BrokenLink[];
};

/** What links can lead to. `anchors`: those of a page; undefined when it could not be read. */
type LinkTargets = {
  docs: EditedDocs;
  anchors(path: string): PageAnchors | undefined;
};

function repairLinks(targets: LinkTargets, path: string, source: string): RepairedPage {
  const edits: TextEdit[] = [];
  const repaired: string[] = [];
  const broken: BrokenLink[] = [];
  const links = readPage(source, formatOf(path)).links.filter(isForReader);
  for (const { target, line, start, end, form, isImage } of links) {
    if (isImage || form === "bare") continue;
    const right = rightLink(targets, path, target);
    if (right === target) continue;
    if (right === undefined) {
      broken.push({ path, line, target });
      continue;
    }
    edits.push({ start, end, text: right });
    repaired.push(`${shortCode(target)} → ${shortCode(right)}`);
  }
  return { text: applyEdits(source, edits), repaired, broken };
}

/** The link as it should be: as it is where it leads somewhere, undefined where nobody can tell what it means. */
function rightLink(targets: LinkTargets, from: string, written: string): string | undefined {
  const { docs } = targets;
  const target = resolveLink(docs.tree, from, written);
  if (target.kind === "elsewhere" || target.kind === "there") return written;
  const isMissing = target.kind === "missing";
  if (isMissing && target.what === "file") return written;
  const path = isMissing ? (target.meant?.path ?? closePage(docs, target.place)) : target.path;
  if (path === undefined) return undefined;
  const anchor = target.anchor === "" ? "" : anchorOn(targets, path, target.anchor);
  if (anchor === undefined) return undefined;
  if (!isMissing && anchor === target.anchor) return written;
  const hash = written.indexOf("#");
  const before = hash === -1 ? written : written.slice(0, hash);
  if (!isMissing) return `${before}#${anchor}`;
  const query = before.includes("?") ? before.slice(before.indexOf("?")) : "";
  const rest = query + (anchor === "" ? "" : `#${anchor}`);
  return rewriteLink(docs.tree, { from, written, to: path, rest });
}

/** The anchor itself where the page has it, else the one that was clearly meant. */
function anchorOn({ docs, anchors }: LinkTargets, path: string, anchor: string) {
  const known = anchors(path);
  if (known === undefined || known.all.has(anchor) || anchor === "top") return anchor;
  return closeAnchor(known, anchor, docs.tree.site.slugStyle !== "github");
}
