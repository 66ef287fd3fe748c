import { docusaurusCollections } from "../site/docusaurus/docusaurus-collections.ts";
import { joined } from "../site/paths.ts";
import {
  listOf,
  memberOf,
  recordOf,
  textOf,
  textsOf,
  unwrapCalls,
} from "../values/static-access.ts";
import type { StaticValue } from "../values/static-value.ts";
import { plainAddress } from "./addresses.ts";
import type { FoundSite } from "./find-site.ts";

/** Whether a site answers at an address although no page has it: redirects, routes made by code, generated lists. */
export type OtherAddresses = {
  has(address: string): boolean;
  /** Those that stand for one address alone. */
  exact: ReadonlySet<string>;
};

const maxPatterns = 20_000;

/** `redirectFiles`: texts of `_redirects`, `vercel.json` and `netlify.toml`. */
export function otherAddresses(
  found: FoundSite,
  paths: Iterable<string>,
  redirectFiles: ReadonlyMap<string, string>,
): OtherAddresses {
  const patterns = [
    ...configRedirects(found),
    ...[...redirectFiles].flatMap(([path, text]) => redirectsIn(path, text)),
    ...generatedAddresses(found, paths),
  ].slice(0, maxPatterns);
  const exact = new Set<string>();
  const prefixes: string[] = [];
  for (const pattern of patterns) {
    const wild = pattern.search(/[:*([]/);
    if (wild === -1) exact.add(plainAddress(pattern));
    else prefixes.push(pattern.slice(0, wild).replace(/^\/+/, ""));
  }
  const has = (address: string) =>
    exact.has(address) || prefixes.some((prefix) => `${address}/`.startsWith(prefix));
  return { has, exact };
}

export function isRedirectFile(path: string): boolean {
  return /(?:^|\/)(?:_redirects|vercel\.json|netlify\.toml)$/.test(path);
}

function configRedirects({ config, site }: FoundSite): string[] {
  if (site.generator === "starlight")
    return [...(recordOf(memberOf(config, "redirects"))?.keys() ?? [])];
  if (site.generator === "mintlify") return sourcesOf(memberOf(config, "redirects"), "source");
  return listOf(memberOf(config, "plugins")).flatMap((plugin) => {
    if (site.generator === "mkdocs") {
      return [...(recordOf(memberOf(plugin, "redirects", "redirect_maps"))?.keys() ?? [])];
    }
    const [name, options] = listOf(plugin);
    const isRedirects = textOf(name)?.includes("client-redirects") ?? false;
    return isRedirects ? sourcesOf(memberOf(unwrapCalls(options), "redirects"), "from") : [];
  });
}

function sourcesOf(redirects: StaticValue, key: string): string[] {
  return listOf(redirects).flatMap((redirect) => textsOf(memberOf(redirect, key)));
}

function redirectsIn(path: string, text: string): string[] {
  if (path.endsWith(".json"))
    return namedSources(text, /"source"\s{0,9}:\s{0,9}"([^"\n]{1,500})"/g);
  if (path.endsWith(".toml")) return namedSources(text, /\bfrom\s{0,9}=\s{0,9}"([^"\n]{1,500})"/g);
  return namedSources(text, /^[ \t]{0,9}(\/[^\s#]{0,500})/gm);
}

function namedSources(text: string, pattern: RegExp): string[] {
  // A rule for everything would make every address right.
  return [...text.matchAll(pattern)]
    .map((match) => match[1] ?? "")
    .filter((source) => !/^\/?[*:(]/.test(source));
}

function generatedAddresses(found: FoundSite, paths: Iterable<string>): string[] {
  const { site, folder, config } = found;
  if (site.generator === "mintlify") return apiFolders(config);
  if (site.generator === "docusaurus") return docusaurusRoutes(found, paths);
  if (site.generator === "starlight") return routesIn(joined(folder, "src/pages"), "", paths);
  if (site.generator !== "vitepress") return [];
  return [...paths].flatMap((path) => {
    const template = /^(.*\/)?\[[\w.]+\]\.md$/.exec(path);
    const inside = template?.[1] ?? "";
    const start = folder === "" ? 0 : folder.length + 1;
    return template === null || inside.length <= start ? [] : [`${inside.slice(start)}*`];
  });
}

/** Pages that Mintlify makes of API descriptions have a folder of their own. */
function apiFolders(config: StaticValue): string[] {
  const folders: string[] = [];
  const visit = (value: StaticValue, depth: number) => {
    if (depth > 20) return;
    for (const item of Array.isArray(value) ? value : []) visit(item, depth + 1);
    for (const [key, held] of recordOf(value) ?? []) {
      if (key === "openapi" || key === "asyncapi") {
        folders.push(`${textOf(memberOf(held, "directory")) ?? "api-reference"}/*`);
      }
      visit(held, depth + 1);
    }
  };
  visit(config, 0);
  return [...new Set(folders)];
}

function docusaurusRoutes(
  { config, folder, siteFiles }: FoundSite,
  paths: Iterable<string>,
): string[] {
  const collections = docusaurusCollections({ config, site: folder, siteFiles });
  const routes = collections.flatMap(({ plugin, base, folder: inside }) => {
    if (plugin.kind === "pages") return routesIn(inside, base, paths);
    const lists =
      plugin.kind === "docs"
        ? ["category/*", "tags", "tags/*"]
        : ["", "tags", "tags/*", "page/*", "archive", "authors", "authors/*"];
    return lists.map((list) => joined(base, list));
  });
  const slugs = [...siteFiles].flatMap(([path, text]) =>
    /sidebars?|_category_/.test(path)
      ? [...text.matchAll(/\bslug["']?\s{0,9}:\s{0,9}["']([^"'\n]{1,300})["']/g)]
      : [],
  );
  const bases = collections.filter(({ plugin }) => plugin.kind === "docs").map(({ base }) => base);
  const named = slugs.flatMap((match) =>
    bases.map((base) => joined(base, (match[1] ?? "").replace(/^\/+/, ""))),
  );
  return ["search", ...routes, ...named];
}

/** Files of a folder of which each becomes an address; a name in brackets stands for any. */
function routesIn(folder: string, base: string, paths: Iterable<string>): string[] {
  return [...paths].flatMap((path) => {
    if (!path.startsWith(`${folder}/`) || !/\.(?:[jt]sx?|astro|html|mdx?)$/.test(path)) return [];
    return [joined(base, path.slice(folder.length + 1).replace(/\.\w+$/, ""))];
  });
}
