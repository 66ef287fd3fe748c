import { docusaurusCollections } from "../site/docusaurus/docusaurus-collections.ts";
import { joined, locate } from "../site/paths.ts";
import {
  isCall,
  listOf,
  memberOf,
  recordOf,
  textOf,
  textsOf,
  unwrapCalls,
} from "../values/static-access.ts";
import type { StaticValue } from "../values/static-value.ts";
import type { FoundSite } from "./find-site.ts";

/** How a site's addresses and its folders belong together. */
export type SiteLayout = {
  /** Folders that the pages stand in. */
  roots: string[];
  /** Folders whose files are served from the top of the site. */
  served: string[];
  /** What addresses in links may begin with, without slashes around it. */
  base: string;
  /** Addresses below which the pages are published; "" for the top. */
  routes: string[];
};

const usualRoots = ["docs", "content", "src/content", "pages", "src/pages"];

export function siteLayout(found: FoundSite, docsFolder: string): SiteLayout {
  const roots = pageRoots(found, docsFolder);
  const folders = [...new Set([...roots, found.folder, docsFolder, ""])];
  const named = textsOf(memberOf(found.config, "staticDirectories"));
  const served = folders.flatMap((folder) =>
    ["", "static", "public", ...named].map((name) => locate(folder, name).folder),
  );
  const routes = routesOf(found);
  return { roots, served: [...new Set(served)], base: baseOf(found), routes };
}

export function languagesOf({ site, config }: FoundSite): string[] {
  if (site.generator === "docusaurus") return textsOf(memberOf(config, "i18n", "locales"));
  if (site.generator !== "starlight") return [];
  const options = starlightOptions(config);
  const named = [...(recordOf(memberOf(options, "locales"))?.keys() ?? [])];
  return named.filter((language) => language !== "root");
}

/** What the configuration gives to Starlight. */
export function starlightOptions(config: StaticValue): StaticValue {
  const integrations = listOf(memberOf(config, "integrations"));
  const call = integrations.find((item) => isCall(item) && item.name === "starlight");
  return call === undefined ? undefined : unwrapCalls(call);
}

function pageRoots({ site, config, folder, siteFiles }: FoundSite, docsFolder: string): string[] {
  const named = (key: string, usual: string) =>
    locate(folder, textOf(memberOf(config, key)) ?? usual).folder;
  switch (site.generator) {
    case "mintlify":
      return [folder];
    case "mkdocs":
      return [named("docs_dir", "docs")];
    case "vitepress":
      return [named("srcDir", "")];
    case "starlight":
      return [joined(folder, "src/content/docs")];
    case "docusaurus":
      return docusaurusCollections({ config, site: folder, siteFiles }).map((one) => one.folder);
    case "plain":
      return docsFolder === "" ? ["", ...usualRoots] : [docsFolder, ""];
  }
}

function routesOf({ site, config, folder, siteFiles }: FoundSite): string[] {
  if (site.generator !== "docusaurus") return [];
  const collections = docusaurusCollections({ config, site: folder, siteFiles });
  return [...new Set(collections.map((collection) => collection.base))];
}

function baseOf({ site, config }: FoundSite): string {
  const key = { docusaurus: "baseUrl", vitepress: "base", starlight: "base", mkdocs: "site_url" };
  const name = site.generator in key ? Reflect.get(key, site.generator) : undefined;
  const written = typeof name === "string" ? textOf(memberOf(config, name)) : undefined;
  const path = (written ?? "").replace(/^[a-z]+:\/\/[^/]*/i, "");
  return path.replace(/^\/+|\/+$/g, "");
}
