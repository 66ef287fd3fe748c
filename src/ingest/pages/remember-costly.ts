import { createHash } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../store/database.ts";
import { costlyTexts, insertCostlyText } from "../../store/docs/costly-texts.ts";
import type { IncludedTexts } from "../includes/gather-includes.ts";
import type { NamedValues } from "../includes/includes.ts";
import { readerVersion } from "./page-identity.ts";
import type { PageReader } from "./page-reader.ts";
import type { ReadEach } from "./read-each.ts";
import type { SiteTexts } from "./reader-functions.ts";

type Texts = Iterable<string | undefined | readonly (string | undefined)[]>;

const rememberedMs = 30 * 24 * 60 * 60_000;
/** After so many texts that were too costly, the others of a sync have less time. */
const patience = 3;

/** The same reader for one sync: what proved too costly is not tried again, also by the next sync and after a restart. */
export async function rememberCostly(
  { db, clock }: { db: Database; clock: Clock },
  projectId: string,
  reader: PageReader,
): Promise<PageReader> {
  const now = () => clock.now().getTime();
  const since = () => new Date(now() - rememberedMs).toISOString();
  const known = await costlyTexts(db, projectId, since());
  const valuesHash = rememberHash();
  let found = 0;
  const remembering =
    <Item, Result>(ask: ReadEach<Item, Result>, keyOf: (item: Item) => string) =>
    async (items: Item[]): Promise<(Result | undefined)[]> => {
      const keys = items.map(keyOf);
      const fresh = new Map(items.map((item, index) => [keys[index] ?? "", item]));
      for (const key of keys) if (known.has(key)) fresh.delete(key);
      const isHurried = () => found >= patience;
      const results = await ask([...fresh.values()], { isHurried });
      const wasHurried = isHurried();
      const byKey = new Map([...fresh.keys()].map((key, index) => [key, results[index]]));
      for (const [key, result] of byKey) {
        if (result !== undefined) continue;
        found += 1;
        known.add(key);
        // With more time it may be read: the next sync tries it again.
        if (wasHurried) continue;
        const at = clock.now().toISOString();
        await insertCostlyText(db, { projectId, hash: key, at, since: since() });
      }
      return keys.map((key) => byKey.get(key));
    };
  return {
    examine: remembering(reader.examine, (file) => keyOf("examine", [file.path, file.content])),
    open: remembering(reader.open, (site) => keyOf("open", siteKey(site))),
    place: remembering(reader.place, ({ site }) => keyOf("place", siteKey(site))),
    read: remembering(reader.read, ({ path, text, values, included }) =>
      keyOf("read", [path, text, valuesHash(values), ...includedKey(included)]),
    ),
    parse: remembering(reader.parse, ({ hash }) => keyOf("parse", [hash])),
  };
}

/** Settings stay the same for many sets of pages; where there are none the pages decide. */
function siteKey({ siteFiles, paths }: SiteTexts): Texts {
  return siteFiles.size > 0 ? siteFiles : paths;
}

/** The names that a site gives values are the same for all its files, and may be many. */
function rememberHash(): (values: NamedValues) => string {
  const hashes = new WeakMap<NamedValues, string>();
  return (values) => {
    const hash = hashes.get(values) ?? keyOf("read", values);
    hashes.set(values, hash);
    return hash;
  };
}

function includedKey(included: IncludedTexts): (string | undefined)[] {
  return [...included].flatMap(([path, file]) => [path, file?.hash]);
}

/** Identity of what decides about the cost, for this way to read. */
function keyOf(name: keyof PageReader, texts: Texts): string {
  const hash = createHash("sha256").update(`${readerVersion}\n${name}\n`);
  for (const text of [...texts].flat()) hash.update(`${text?.length ?? -1}\n${text ?? ""}`);
  return hash.digest("base64url");
}
