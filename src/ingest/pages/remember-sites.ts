import { createHash } from "node:crypto";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import { readerVersion } from "./page-identity.ts";
import type { ReadEach } from "./read-each.ts";
import type { SiteFacts, SiteTexts } from "./reader-functions.ts";

const keptPaths = 100_000;

/** The same, but a site that was opened just now is known: a branch mostly has the paths and the settings of the docs beside it. */
export function rememberSites(
  open: ReadEach<SiteTexts, SiteFacts>,
): ReadEach<SiteTexts, SiteFacts> {
  const known = createWeightedCache<SiteFacts>(keptPaths);
  return async (sites, options) => {
    const ids = sites.map(identityOfSite);
    const found = ids.map((id) => known.get(id));
    const missing = sites.filter((_, at) => found[at] === undefined);
    const opened = (await open(missing, options)).values();
    return sites.map(({ paths }, at) => {
      const site = found[at] ?? opened.next().value;
      if (site !== undefined) known.set(ids[at] ?? "", site, paths.length);
      return site;
    });
  };
}

/** Of all that decides about a site. */
export function identityOfSite({ paths, siteFiles }: Omit<SiteTexts, "id">): string {
  const hash = createHash("sha256").update([readerVersion, ...paths].join("\n"));
  for (const [path, text] of siteFiles) hash.update(`\n\n${path}\n${text.length}\n${text}`);
  return hash.digest("base64url");
}
