import { readPage } from "../page/page.ts";
import { formatOf } from "../page/page-format.ts";
import type { PageLink } from "../page/page-links.ts";
import { addressMetadata } from "./docs-map.ts";
import { lineStartEdits } from "./line-starts.ts";
import type { FileRepair, Problem } from "./problem.ts";
import { destinationOf, originOf, type Relocation } from "./relocation.ts";
import { type Found, type Origin, resolveTarget } from "./resolve-target.ts";
import { rewriteTarget } from "./rewrite-target.ts";
import { applyEdits, editedLines, linesAfter, type TextEdit } from "./text-edit.ts";
import { unlinker } from "./unlink.ts";

export type Page = { path: string; content: string };

type Desk = {
  relocation: Relocation;
  from: Origin;
  to: Origin;
  edits: TextEdit[];
  /** Those of them that take links out. */
  unlinked: TextEdit[];
  problem(target: PageLink, reason: string): void;
  unlink(target: PageLink): TextEdit[] | string;
};

/** The page with its links corrected: to files that moved or went away, and its own if it is one that moved. */
export async function repairPage(
  relocation: Relocation,
  page: Page,
  breathe: () => Promise<void>,
): Promise<FileRepair | undefined> {
  const { path, content } = page;
  const newPath = destinationOf(relocation, path);
  if (newPath === undefined) return undefined;
  const metadata = addressMetadata(relocation.before, content);
  const read = readPage(content, formatOf(path));
  const found: { start: number; reason: string }[] = [];
  const desk: Desk = {
    relocation,
    from: originOf(relocation.before, path, metadata),
    to: originOf(relocation.after, newPath, metadata),
    edits: [],
    unlinked: [],
    problem: ({ start }, reason) => found.push({ start, reason }),
    unlink: unlinker(read),
  };
  for (const target of read.links) {
    repairTarget(desk, target);
    await breathe();
  }
  const edits = [...desk.edits, ...lineStartEdits(content, desk.unlinked, formatOf(path))];
  const after = applyEdits(content, edits);
  const lines = editedLines(edits, after);
  const starts = found.map(({ start }) => start);
  const problems = linesAfter(edits, starts, after).map(
    (line, index): Problem => ({ path: newPath, line, reason: found[index]?.reason ?? "" }),
  );
  return { path: newPath, before: content, after, lines, problems };
}

function repairTarget(desk: Desk, target: PageLink): void {
  const { relocation, from } = desk;
  const found = resolveTarget(relocation.before, from, target.target);
  if (found === undefined) {
    const reason = `${shown(target.target)} led to no file before, so it was not adjusted.`;
    if (isLost(desk, target)) desk.problem(target, reason);
    return;
  }
  const wanted = destinationOf(relocation, found.path);
  if (wanted !== undefined) {
    follow(desk, target, { found, to: wanted, dropsRest: false });
    return;
  }
  const { replacement } = relocation;
  if (replacement === undefined) unlink(desk, target);
  if (replacement?.kind === "file") {
    follow(desk, target, { found, to: replacement.path, dropsRest: true });
  }
  if (replacement?.kind !== "address") return;
  desk.edits.push({ start: target.start, end: target.end, text: replacement.address });
}

type Way = { found: Found; to: string; dropsRest: boolean };

function follow(desk: Desk, place: PageLink, { found, to, dropsRest }: Way): void {
  const { start, end, target } = place;
  const map = desk.relocation.after;
  const origin = desk.to;
  const now = dropsRest ? undefined : resolveTarget(map, origin, target);
  if (now?.path === to && now.manner === found.manner) return;
  const isImport = place.form === "import";
  const text = rewriteTarget({ map, origin, target, found, to, dropsRest, isImport });
  if (text !== undefined && text !== target) desk.edits.push({ start, end, text });
  if (text !== undefined || now?.path === to) return;
  desk.problem(place, `${shown(target)} means ${to} now, which no link of that kind can name.`);
}

function unlink(desk: Desk, target: PageLink): void {
  const made = desk.unlink(target);
  if (typeof made === "string") {
    desk.problem(target, made);
    return;
  }
  for (const edit of made) {
    desk.edits.push(edit);
    desk.unlinked.push(edit);
  }
}

/** A relative link of a page that changes its folder, which may have been right in a way that is not known here. */
function isLost({ from, to }: Desk, { target, form, isImage }: PageLink): boolean {
  if (from.path === to.path || form === "bare" || isImage) return false;
  return (
    !/^(?:[a-z][a-z0-9+.-]*:|\/|#|\?|$)/i.test(target) &&
    !/[{}<>$*]/.test(target) &&
    isPathLike(form, target)
  );
}

function isPathLike(form: PageLink["form"], target: string): boolean {
  return form !== "import" || target.startsWith(".");
}

function shown(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120).toWellFormed()}…` : text);
}
