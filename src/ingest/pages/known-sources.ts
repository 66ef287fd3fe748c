import type { Site } from "../../docs/site/site.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import type { StoredSource } from "../../store/docs/sources.ts";

/** What a sync learnt of a source that holds as long as no page comes or goes, and none of the named files changes. */
export type KnownSource = {
  /** The revision that it published, the commit that was read, and what decided about the places of its pages. */
  revisionId: string;
  commit: string;
  siteId: string;
  site: Pick<Site, "generator" | "slugStyle" | "values">;
  /** Files that were asked for while the settings of the site were read, there or not. */
  settings: ReadonlySet<string>;
  /** Files that pages include, there or not. */
  included: ReadonlySet<string>;
  /** Whether a file may show under several paths. */
  hasLinks: boolean;
  pages: number;
  /** Of all files that are pages; at most. */
  bytes: number;
};

/** What this process knows of the sources it has synced lately. */
export type KnownSources = {
  of(source: StoredSource): KnownSource | undefined;
  remember(source: StoredSource, known: KnownSource): void;
  forget(source: StoredSource): void;
};

const keptNames = 500_000;

export function createKnownSources(): KnownSources {
  const cache = createWeightedCache<KnownSource>(keptNames);
  return {
    of: (source) => cache.get(keyOf(source)),
    remember(source, known) {
      const { settings, included, site } = known;
      const names = settings.size + included.size + site.values.size;
      cache.set(keyOf(source), known, 100 + names);
    },
    forget: (source) => cache.delete(keyOf(source)),
  };
}

/** A source that was pointed elsewhere is another one. */
function keyOf({ id, kind, location, branch, subfolder, mount }: StoredSource): string {
  return JSON.stringify([id, kind, location, branch, subfolder, mount]);
}
