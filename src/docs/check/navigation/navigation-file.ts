import { posix } from "node:path";
import {
  type Collection,
  docusaurusCollections,
} from "../../site/docusaurus/docusaurus-collections.ts";
import { below } from "../../site/paths.ts";
import type { Docs } from "../../tree/read-docs.ts";
import { textOf } from "../../values/static-access.ts";

/** The file in which a page is listed. */
export function navigationFile(docs: Docs, path: string): string {
  const { generator, config, configPath, folder } = docs.site;
  const { siteFiles } = docs;
  if (generator !== "docusaurus") return configPath;
  const collection = docusaurusCollections({ config, site: folder, siteFiles }).find((one) =>
    one.includes(below(one.folder, path) ?? ""),
  );
  return (collection && sidebarsFile(docs, collection)) ?? configPath;
}

/** The sidebars of a Docusaurus collection, where they are a file of their own. */
export function sidebarsFile(docs: Docs, collection: Collection): string | undefined {
  const name = textOf(collection.sidebars);
  if (name === undefined) return undefined;
  const path = posix.join(posix.dirname(docs.site.configPath), name);
  return [path, `${path}.js`, `${path}.ts`].find((file) => docs.siteFiles.has(file));
}
