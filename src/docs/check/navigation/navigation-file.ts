import { posix } from "node:path";
import {
  type Collection,
  docusaurusCollections,
} from "../../site/docusaurus/docusaurus-collections.ts";
import { below } from "../../site/paths.ts";
import type { FoundSite } from "../../tree/find-site.ts";
import { textOf } from "../../values/static-access.ts";

/** The file in which a page is listed. */
export function navigationFile(found: FoundSite, path: string): string {
  const { site, config, configPath, folder, siteFiles } = found;
  if (site.generator !== "docusaurus") return configPath;
  const collection = docusaurusCollections({ config, site: folder, siteFiles }).find((one) =>
    one.includes(below(one.folder, path) ?? ""),
  );
  return (collection && sidebarsFile(found, collection)) ?? configPath;
}

/** The sidebars of a Docusaurus collection, where they are a file of their own. */
export function sidebarsFile(found: FoundSite, collection: Collection): string | undefined {
  const name = textOf(collection.sidebars);
  if (name === undefined) return undefined;
  const path = posix.join(posix.dirname(found.configPath), name);
  return [path, `${path}.js`, `${path}.ts`].find((file) => found.siteFiles.has(file));
}
