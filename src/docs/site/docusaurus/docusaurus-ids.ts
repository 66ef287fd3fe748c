import { posix } from "node:path";
import { type DocsMap, sourcePath } from "../../edit/docs-map.ts";
import { textOf, unwrapCalls } from "../../values/static-access.ts";
import { readStaticConfig } from "../../values/static-value.ts";
import { below, folderOf } from "../paths.ts";
import { type Collection, docusaurusCollections } from "./docusaurus-collections.ts";
import { docIdOf } from "./docusaurus-paths.ts";

/** Tells the id by which a sidebars file names a page; undefined when the file is about other pages. */
export type DocIds = (path: string, sidebars: string) => string | undefined;

/** Every version of a Docusaurus site has a sidebars file of its own, and the ids of its pages begin at its folder. */
export function docusaurusIds(map: DocsMap): DocIds {
  const { docsFolder, siteFiles } = map;
  const config = [...siteFiles.keys()].find((path) =>
    /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/.test(path),
  );
  if (config === undefined) return (path) => guessedId(map, path);
  const files = new Map([...siteFiles].map(([path, text]) => [sourcePath(docsFolder, path), text]));
  const name = sourcePath(docsFolder, config);
  const read = unwrapCalls(readStaticConfig(files.get(name) ?? "", name, files));
  const collections = docusaurusCollections({
    config: read,
    site: folderOf(name),
    siteFiles: files,
  })
    .filter(({ plugin }) => plugin.kind === "docs")
    .map((collection) => ({ collection, sidebars: sidebarsOf(collection, config) }));
  const known = new Set(collections.map(({ sidebars }) => sidebars));
  return (path, file) => {
    const inside = below(docsFolder, path);
    const bare = file.replace(/\.[cm]?[jt]s$/, "");
    const isKnown = known.has(file) || known.has(bare);
    const place = collections
      .slice(0, isKnown ? undefined : 1)
      .filter(({ sidebars }) => !isKnown || sidebars === file || sidebars === bare)
      .map(({ collection }) => ({ collection, own: inside && below(collection.folder, inside) }))
      .find(({ own }) => own !== undefined);
    if (place?.own === undefined) return undefined;
    return docIdOf(place.own, place.collection.plugin.hasPrefixes, map.metadata.get(path)?.id);
  };
}

function sidebarsOf({ sidebars }: Collection, config: string): string | undefined {
  const written = textOf(sidebars);
  return written === undefined ? undefined : posix.join(folderOf(config), written);
}

function guessedId(map: DocsMap, path: string): string | undefined {
  const inside = below(map.docsFolder, path);
  return inside === undefined ? undefined : docIdOf(inside, true, map.metadata.get(path)?.id);
}
