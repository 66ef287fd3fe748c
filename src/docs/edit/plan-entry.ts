import type { NavigationEntry } from "../site/navigation-entry.ts";
import { below } from "../site/paths.ts";
import type { EntryNames, NavigationPlace } from "./entry-names.ts";
import type { Relocation } from "./relocation.ts";

/** What shall become of an entry: another value, nothing, or nothing at all because of a reason. */
export type EntryPlan =
  | { kind: "value"; value: string }
  | { kind: "remove" }
  | { kind: "refuse"; reason: string };

export type PlanInput = { place: NavigationPlace; names: EntryNames; relocation: Relocation };

/** undefined: the entry has nothing to do with what moves or goes. */
export function planEntry(input: PlanInput, entry: NavigationEntry): EntryPlan | undefined {
  const { names, place, relocation } = input;
  const from = names.fileOf(entry, place);
  const folder = from === undefined ? movedFolder(input, entry) : undefined;
  const isMeant = folder !== undefined || (from !== undefined && relocation.moves.has(from));
  if (isMeant && entry.byHand !== undefined) return refusal(entry, entry.byHand);
  if (folder !== undefined) return { kind: "value", value: folder };
  if (from === undefined || !relocation.moves.has(from)) return undefined;
  const to = relocation.moves.get(from);
  if (to !== undefined) return renamed(input, entry, { from, to });
  const { replacement } = relocation;
  const isKept = replacement !== undefined && (!entry.isListing || entry.slot === undefined);
  if (!isKept) return entry.slot === undefined ? refusal(entry, dependsOn) : { kind: "remove" };
  if (replacement.kind === "file") return renamed(input, entry, { from, to: replacement.path });
  if (entry.role !== "link") return refusal(entry, dependsOn);
  return { kind: "value", value: replacement.address };
}

const dependsOn = "names the deleted page, and more than a line depends on it";

function renamed(
  { names, place }: PlanInput,
  entry: NavigationEntry,
  change: { from: string; to: string },
): EntryPlan {
  const value = names.valueFor(entry, place, change);
  if (value === undefined) return refusal(entry, `cannot name ${change.to}`);
  return { kind: "value", value };
}

export function refusal({ value }: NavigationEntry, why: string): EntryPlan {
  const name = JSON.stringify(value.slice(0, 120).toWellFormed());
  return { kind: "refuse", reason: `${name} ${why}: edit it by hand.` };
}

/** The entry's folder under its new name, with the slashes it was written with. */
function movedFolder(
  { names, place, relocation }: PlanInput,
  entry: NavigationEntry,
): string | undefined {
  const { folder } = relocation;
  const mayName = entry.role === "folder" || entry.role === "page";
  const named = folder && mayName ? names.folderOf(entry, place) : undefined;
  if (folder === undefined || named === undefined) return undefined;
  if (named !== folder.from && !named.startsWith(`${folder.from}/`)) return undefined;
  const lead = /^(?:\.?\/)+/.exec(entry.value)?.[0] ?? "";
  const slash = entry.value.endsWith("/") ? "/" : "";
  const bare = entry.value.slice(lead.length, entry.value.length - slash.length);
  const top = named.slice(0, named.length - bare.length).replace(/\/$/, "");
  const inside = below(top, folder.to + named.slice(folder.from.length));
  return inside === undefined ? undefined : lead + inside + slash;
}
