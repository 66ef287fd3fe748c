import { cutText } from "../../text/bounded.ts";
import { readPage } from "../page/page.ts";
import { formatOf } from "../page/page-format.ts";
import type { PageLink } from "../page/page-links.ts";
import { namedFile, type WrittenFile } from "../tree/resolve-link.ts";
import { rewriteLink } from "../tree/rewrite-link.ts";
import { destinationOf, type Relocation } from "./relocation.ts";
import type { FileRepair, Problem } from "./repairs.ts";
import { applyEdits, editedLines, linesAfter, type TextEdit } from "./text-edit.ts";
import { lineStartEdits, unlinker } from "./unlink.ts";

/** What repairing one page needs and has found. */
type Repair = {
  relocation: Relocation;
  from: string;
  to: string;
  edits: TextEdit[];
  /** Those of them that take links out. */
  unlinked: TextEdit[];
  problem(target: PageLink, reason: string): void;
  unlink(target: PageLink): TextEdit[] | string;
};

/** The page with its links corrected: to files that moved or went away, and its own if it is one that moved. */
export async function repairPage(
  relocation: Relocation,
  { path, content }: { path: string; content: string },
  breathe: () => Promise<void>,
): Promise<FileRepair | undefined> {
  const newPath = destinationOf(relocation, path);
  if (newPath === undefined) return undefined;
  const read = readPage(content, formatOf(path));
  const found: { start: number; reason: string }[] = [];
  const repair: Repair = {
    relocation,
    from: path,
    to: newPath,
    edits: [],
    unlinked: [],
    problem: ({ start }, reason) => found.push({ start, reason }),
    unlink: unlinker(read),
  };
  for (const target of read.links) {
    repairTarget(repair, target);
    await breathe();
  }
  const edits = [...repair.edits, ...lineStartEdits(content, repair.unlinked, formatOf(path))];
  const after = applyEdits(content, edits);
  const lines = editedLines(edits, after);
  const starts = found.map(({ start }) => start);
  const problems = linesAfter(edits, starts, after).map(
    (line, index): Problem => ({ path: newPath, line, reason: found[index]?.reason ?? "" }),
  );
  return { path: newPath, before: content, after, lines, problems };
}

function repairTarget(repair: Repair, target: PageLink): void {
  const { relocation, from } = repair;
  const isImport = target.form === "import";
  const named = namedFile(relocation.before, from, target.target, { isImport });
  if (named === undefined) {
    const reason = `${shown(target.target)} led to no file before, so it was not adjusted.`;
    if (isLost(repair, target)) repair.problem(target, reason);
    return;
  }
  const wanted = destinationOf(relocation, named.path);
  if (wanted !== undefined) {
    follow(repair, target, { named, to: wanted });
    return;
  }
  const { replacement } = relocation;
  if (replacement === undefined) unlink(repair, target);
  if (replacement?.kind === "file") {
    follow(repair, target, { named, to: replacement.path, rest: "" });
  }
  if (replacement?.kind !== "address") return;
  repair.edits.push({ start: target.start, end: target.end, text: replacement.address });
}

type Way = { named: WrittenFile; to: string; rest?: string };

function follow(repair: Repair, place: PageLink, way: Way): void {
  const { start, end, target } = place;
  const { named, to, rest } = way;
  const { after } = repair.relocation;
  const isImport = place.form === "import";
  const now = rest === undefined ? namedFile(after, repair.to, target, { isImport }) : undefined;
  if (now?.path === to && now.form === named.form) return;
  const text = rewriteLink(after, { from: repair.to, written: target, isImport, ...way });
  if (text !== undefined && text !== target) repair.edits.push({ start, end, text });
  if (text !== undefined || now?.path === to) return;
  repair.problem(place, `${shown(target)} means ${to} now, which no link of that kind can name.`);
}

function unlink(repair: Repair, target: PageLink): void {
  const made = repair.unlink(target);
  if (typeof made === "string") {
    repair.problem(target, made);
    return;
  }
  for (const edit of made) {
    repair.edits.push(edit);
    repair.unlinked.push(edit);
  }
}

/** A relative link of a page that changes its folder, which may have been right in a way that is not known here. */
function isLost({ from, to }: Repair, { target, form, isImage }: PageLink): boolean {
  if (from === to || form === "bare" || isImage) return false;
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
  return JSON.stringify(cutText(text, 120));
}
