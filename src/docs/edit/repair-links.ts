import { createPace } from "../../lib/pace.ts";
import { editDistance } from "../../text/edit-distance.ts";
import { anchorRules } from "../check/anchor-rules.ts";
import { knownAnchors } from "../check/check-anchors.ts";
import { reportTree } from "../check/check-tree.ts";
import { anchorFacts } from "../check/facts/anchor-facts.ts";
import { type Finding, shown } from "../check/finding.ts";
import { readPage } from "../page/page.ts";
import { formatOf, isPageFile } from "../page/page-format.ts";
import { isForReader, type PageLink } from "../page/page-links.ts";
import { nameOf } from "../site/paths.ts";
import { lastPart } from "../tree/address.ts";
import type { EditableFiles } from "../tree/docs-files.ts";
import { type ReadTree, readTree } from "../tree/open-tree.ts";
import { resolveLink } from "../tree/resolve-link.ts";
import { rewriteLink, splitRest } from "../tree/rewrite-link.ts";
import { docsTexts, type TextScope } from "./docs-texts.ts";
import { type FileRepair, type Problem, writeRepairs } from "./repairs.ts";
import { applyEdits, editedLines, type TextEdit } from "./text-edit.ts";

export type LinksRepaired = {
  repaired: PageRepair[];
  /** Links that lead nowhere and have no target that is surely right. */
  left: Problem[];
};

type PageRepair = FileRepair & { links: { old: string; new: string }[] };

/** Corrects the links that the checks report, where exactly one page, heading or file can be meant. */
export async function repairLinks(
  overlay: EditableFiles,
  { docsFolder, otherFolders = [], ...scope }: TextScope & { docsFolder: string },
): Promise<LinksRepaired> {
  const repairs = new Map<string, PageRepair>();
  // Each folder of docs is a site of its own; a page that two of them show is repaired for the first.
  for (const folder of [docsFolder, ...otherFolders])
    for (const repair of await repairsIn(overlay, { docsFolder: folder, ...scope }))
      if (!repairs.has(repair.path)) repairs.set(repair.path, repair);
  const files = [...repairs.values()].filter(({ links }) => links.length > 0);
  const left = [...repairs.values()].flatMap(({ problems }) => problems);
  const written = writeRepairs(overlay, { files, problems: left });
  const isWritten = ({ path }: FileRepair) => written.files.some((file) => file.path === path);
  return { repaired: files.filter(isWritten), left: written.problems };
}

async function repairsIn(
  overlay: EditableFiles,
  { docsFolder, ...scope }: TextScope & { docsFolder: string },
): Promise<PageRepair[]> {
  const docs = await readTree({ files: overlay, docsFolder, pace: createPace() });
  const { isPage } = docsTexts(docs, scope);
  const { findings } = await reportTree({ files: overlay, docsFolder });
  const reported = findings.filter(({ check, path }) => linkChecks.has(check) && isPage(path));
  const byPage = Map.groupBy(reported, ({ path }) => path);
  const repairs: PageRepair[] = [];
  const known = anchorsOf(docs);
  for await (const { path, content } of overlay.readEach([...byPage.keys()]))
    repairs.push(
      await repairPage({ docs, known }, { path, content, found: byPage.get(path) ?? [] }),
    );
  return repairs;
}

const linkChecks: ReadonlySet<Finding["check"]> = new Set(["link", "anchor", "image"]);

type Reported = { path: string; content: string; found: Finding[] };

type Known = { docs: ReadTree; known: ReturnType<typeof anchorsOf> };

async function repairPage(known: Known, { path, content, found }: Reported): Promise<PageRepair> {
  const repair: PageRepair = {
    path,
    before: content,
    after: content,
    lines: [],
    problems: [],
    links: [],
  };
  const edits: TextEdit[] = [];
  const faults = new Map<string, ToldFault | undefined>();
  for (const link of readPage(content, formatOf(path)).links.filter(isForReader)) {
    const key = `${link.isImage} ${link.target}`;
    if (!faults.has(key)) faults.set(key, told(await faultOf(known, path, link), found));
    const fault = faults.get(key);
    if (fault === undefined) continue;
    const [right, ...others] = fault.meant;
    if (right !== undefined && others.length === 0) {
      edits.push({ start: link.start, end: link.end, text: right });
      repair.links.push({ old: link.target, new: right });
      continue;
    }
    const reason =
      right === undefined ? "nothing like it is there" : `it may mean ${fault.meant.join(" or ")}`;
    repair.problems.push({ path, line: link.line, reason: `${shown(link.target)}: ${reason}` });
  }
  repair.after = applyEdits(content, edits);
  repair.lines = editedLines(edits, repair.after);
  return repair;
}

/** What the checks say of a link that leads nowhere, and all that it may mean, written like it. */
type Fault = { told: string; meant(): string[] };
type ToldFault = { meant: string[] };

/** The fault where the checks report it: only then is it looked for what may be meant. */
function told(fault: Fault | undefined, found: Finding[]): ToldFault | undefined {
  if (fault === undefined || !found.some(({ message }) => message.includes(fault.told)))
    return undefined;
  return { meant: fault.meant() };
}

async function faultOf(
  { docs, known }: Known,
  from: string,
  link: PageLink,
): Promise<Fault | undefined> {
  const written = link.target;
  const target = resolveLink(docs, from, written);
  if (target.kind === "missing") {
    const { path } = splitRest(written);
    const isPage = target.what === "page" && !link.isImage;
    const meant = () =>
      target.meant
        ? [target.meant.path]
        : isPage
          ? pagesLike(docs, from, target.place)
          : filesNamed(docs, path);
    const links = () => meant().flatMap((to) => rewriteLink(docs, { from, written, to }) ?? []);
    return { told: shown(path), meant: links };
  }
  if (target.kind !== "file" || target.anchor === "" || !isPageFile(target.path)) return undefined;
  const { anchor } = target;
  const anchors = await known(target.path);
  if (!anchors || anchors.has(anchor) || anchors.mayBeMade(anchor)) return undefined;
  const before = written.slice(0, written.indexOf("#") + 1);
  const meant = () => namesLike([...anchors.all], anchor).map((name) => before + name);
  return { told: `#${shown(anchor)}`, meant };
}

/** The anchors of pages, each page read once. */
function anchorsOf(docs: ReadTree) {
  const pages = new Map<string, ReturnType<typeof knownAnchors>>();
  return async (path: string) => {
    if (pages.has(path)) return pages.get(path);
    pages.set(path, undefined);
    for await (const { content } of docs.files.readEach([path])) {
      const rules = anchorRules(docs, path);
      const facts = anchorFacts(readPage(content, formatOf(path)), rules.addsHeadings);
      pages.set(path, knownAnchors(facts, rules));
    }
    return pages.get(path);
  };
}

/** Pages whose file or address ends in the same name, else those whose name differs by a slip of the pen; none in another language or version. */
function pagesLike(docs: ReadTree, from: string, place: string): string[] {
  const { locale, versions } = docs.site.edition(from);
  const isBeside = (path: string) => {
    const own = docs.site.edition(path);
    return own.locale === locale && own.versions.join() === versions.join();
  };
  const pages = [...docs.pages.values()]
    .filter((page) => page.isPublished)
    .map(({ path }) => path)
    .filter(isBeside);
  const name = lastPart(place).toLowerCase();
  if (name === "") return [];
  const isCalled = (path: string, isName: (own: string) => boolean) =>
    [path, docs.addressOf(path) ?? ""].some((own) => isName(lastPart(own).toLowerCase()));
  const same = pages.filter((path) => isCalled(path, (own) => own === name));
  if (same.length > 0) return same;
  return pages.filter((path) => isCalled(path, (own) => isSlip(own, name)));
}

function filesNamed(docs: ReadTree, written: string): string[] {
  const name = nameOf(written);
  return name === "" ? [] : [...docs.paths].filter((path) => nameOf(path) === name);
}

/** Those with the same letters, else those that differ by a slip of the pen. */
function namesLike(names: string[], wanted: string): string[] {
  const same = names.filter((name) => letters(name) === letters(wanted));
  return same.length > 0 ? same : names.filter((name) => isSlip(name, wanted));
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

const longestName = 100;

/** Names that differ in one letter for every five, two at most. Another number is another thing, and no slip. */
function isSlip(left: string, right: string): boolean {
  const allowed = Math.min(2, Math.floor(Math.min(left.length, right.length) / 5));
  if (allowed === 0 || Math.max(left.length, right.length) > longestName) return false;
  if (left.replace(/\d+/g, "") === right.replace(/\d+/g, "")) return false;
  return editDistance(left, right, allowed) <= allowed;
}
