import type { Site } from "../site/site.ts";
import { plainAddress } from "./address.ts";

/** Whether a site answers at an address although no page has it: redirects, routes made by code, generated lists. */
export type OtherAddresses = {
  has(address: string): boolean;
  /** Those that stand for one address alone. */
  exact: ReadonlySet<string>;
};

const maxPatterns = 20_000;

/** `redirectFiles`: texts of `_redirects`, `vercel.json` and `netlify.toml`. */
export function otherAddresses(
  site: Site,
  paths: Iterable<string>,
  redirectFiles: ReadonlyMap<string, string>,
): OtherAddresses {
  const patterns = [
    ...site.otherAddresses(paths),
    ...[...redirectFiles].flatMap(([path, text]) => redirectsIn(path, text)),
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
