import { readEntries } from "../site/find-site.ts";
import {
  type ItemList,
  type NavigationEntries,
  type NavigationEntry,
  removeItems,
} from "../site/navigation-entry.ts";
import { entryNames } from "./entry-names.ts";
import { type EntryPlan, planEntry, refusal } from "./plan-entry.ts";
import { destinationOf, type Relocation } from "./relocation.ts";
import type { FileRepair, Problem } from "./repairs.ts";
import { applyEdits, editedLines, linesAfter, type TextEdit } from "./text-edit.ts";

type Plans = Map<NavigationEntry, EntryPlan>;

/** Corrects navigation files in place: only the strings that name what moved, and the entries of what is gone. */
export function navigationRepairer(
  relocation: Relocation,
): (file: { path: string; content: string }) => FileRepair | undefined {
  const names = entryNames(relocation);
  const { site, siteFiles } = relocation.before;
  const readAt = (path: string, text: string) => readEntries({ path, text, siteFiles }, site);
  return ({ path, content }) => {
    const newPath = destinationOf(relocation, path);
    const found = newPath === undefined ? undefined : readAt(path, content);
    if (newPath === undefined || found === undefined) return undefined;
    const { read, root } = found;
    const untouched = { path: newPath, before: content, after: content, lines: [] };
    const leave = (reason: string): FileRepair => ({
      ...untouched,
      problems: [{ path: newPath, line: 1, reason }],
    });
    if ("problem" in read) return leave(`This navigation file was not read: ${read.problem}.`);
    const newRoot = newPath === path ? root : (readAt(newPath, content)?.root ?? root);
    const given = { place: { path, root, newRoot }, names, relocation };
    const plans: Plans = new Map();
    for (const entry of read.entries) {
      const plan = planEntry(given, entry);
      if (plan !== undefined) plans.set(entry, plan);
    }
    const edits = [...removals(content, plans), ...replacements(plans)];
    const after = applyEdits(content, edits);
    if (!isAsPlanned(readAt(path, after)?.read, read.entries, plans)) {
      return leave("This navigation file could not be corrected safely: edit it by hand.");
    }
    const problems = problemsOf(plans, edits, { path: newPath, after });
    return { ...untouched, after, lines: editedLines(edits, after), problems };
  };
}

function replacements(plans: Plans): TextEdit[] {
  return [...plans].flatMap(([{ start, end, value, write }, plan]) => {
    if (plan.kind !== "value" || plan.value === value) return [];
    return [{ start, end, text: write(plan.value) }];
  });
}

/** Entries that cannot be taken out safely stay, and their plans say so. */
function removals(text: string, plans: Plans): TextEdit[] {
  const lists = new Map<ItemList, NavigationEntry[]>();
  for (const [entry, { kind }] of plans) {
    if (kind !== "remove" || entry.slot === undefined) continue;
    const entries = lists.get(entry.slot.list) ?? [];
    lists.set(entry.slot.list, entries);
    entries.push(entry);
  }
  return [...lists].flatMap(([list, entries]) => {
    const indexes = new Set(entries.flatMap(({ slot }) => slot?.index ?? []));
    const edits = removeItems(text, list, indexes);
    if (edits !== undefined) return edits;
    for (const entry of entries) plans.set(entry, refusal(entry, "cannot be taken out safely"));
    return [];
  });
}

/** What is read of the new text must be what was meant, entry by entry. */
function isAsPlanned(
  read: NavigationEntries | undefined,
  entries: NavigationEntry[],
  plans: Plans,
): boolean {
  if (read === undefined || "problem" in read) return false;
  const wanted: string[] = [];
  let goneTo = 0;
  for (const entry of entries) {
    const plan = plans.get(entry);
    const range = plan?.kind === "remove" ? entry.slot?.list.items[entry.slot.index] : undefined;
    goneTo = Math.max(goneTo, range?.end ?? 0);
    if (entry.start >= goneTo) wanted.push(plan?.kind === "value" ? plan.value : entry.value);
  }
  return JSON.stringify(read.entries.map(({ value }) => value)) === JSON.stringify(wanted);
}

function problemsOf(
  plans: Plans,
  edits: TextEdit[],
  { path, after }: { path: string; after: string },
): Problem[] {
  const refused = [...plans].flatMap(([{ start }, plan]) =>
    plan.kind === "refuse" ? [{ start, reason: plan.reason }] : [],
  );
  const starts = refused.map(({ start }) => start);
  return linesAfter(edits, starts, after).map((line, index) => ({
    path,
    line,
    reason: refused[index]?.reason ?? "",
  }));
}
