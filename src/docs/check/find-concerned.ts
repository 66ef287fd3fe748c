import { nameOf } from "../site/paths.ts";
import { lastPart } from "../tree/address.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import { anchorRules } from "./anchor-rules.ts";
import { type KnownAnchors, knownAnchors } from "./check-anchors.ts";
import type { Change } from "./compare-docs.ts";
import type { FactsReader } from "./facts/facts-reader.ts";
import { findNamingPages } from "./find-naming-pages.ts";

/** Pages that the change left alone, with links that it may have broken: their target was removed, moved or lost a heading. */
export async function findConcerned(change: Change): Promise<string[]> {
  const { after, compared, pace } = change;
  const names = new Set([...goneNames(change), ...(await lostAnchors(change))]);
  const changed = new Set(compared.changed);
  const naming = await findNamingPages(after, names, pace);
  return naming.filter((path) => !changed.has(path));
}

function goneNames({ before, after }: Change): string[] {
  const files = before.files.list().filter(({ path }) => !after.isFile(path));
  const published = [...before.pages.values()].filter((page) => page.isPublished);
  const addresses = [...published.map((page) => page.address), ...before.answers.exact];
  const gone = addresses.filter(
    (address) => after.pageAt(address) === undefined && !after.answers.has(address),
  );
  return [
    ...files.map(({ path }) => nameOf(path)),
    ...files.map(({ path }) => lastPart(path)),
    ...gone.map(lastPart),
  ];
}

async function lostAnchors({ before, after, compared, facts }: Change): Promise<string[]> {
  const origins = compared.changed.flatMap((path) => compared.pathBefore(path) ?? []);
  if (origins.length === 0) return [];
  const now = await anchorsOf(after, compared.changed, facts);
  const then = await anchorsOf(before, origins, facts);
  return [...then].flatMap(([path, anchors]) => {
    const kept = now.get(compared.pathNow(path) ?? "");
    if (anchors === undefined || kept === undefined) return [];
    return [...anchors.all].filter((anchor) => !kept.has(anchor));
  });
}

async function anchorsOf(docs: ReadTree, paths: string[], reader: FactsReader) {
  const anchors = new Map<string, KnownAnchors | undefined>();
  for await (const { path, facts } of reader.read(docs, paths)) {
    anchors.set(path, knownAnchors(facts.anchors, anchorRules(docs, path)));
  }
  return anchors;
}
