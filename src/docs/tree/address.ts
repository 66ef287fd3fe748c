import { decodedPart, leadsElsewhere } from "../page/link-parts.ts";

/** A path or an address as all its spellings have in common: no slashes around it, no ending, a folder standing for its index. */
export function plainAddress(address: string): string {
  return partsOf(address)
    .join("/")
    .replace(/\.(?:html?|mdx?|markdown)$/i, "")
    .replace(/(^|\/)(?:index|readme)$/i, "");
}

/** The last part of a path or address, by which links name it. */
export function lastPart(path: string): string {
  const address = plainAddress(path);
  return address.slice(address.lastIndexOf("/") + 1);
}

const endings = ["", ".mdx", ".md", ".markdown", ".html", ".htm"];
const longestPath = 1_100;

/** The files that an address may mean, the likeliest first: its ending may be missing, and a folder means its index. */
export function filesAt(address: string): string[] {
  const name = partsOf(address).join("/");
  if (name.length > longestPath) return [];
  const stem = name.replace(/\.(?:mdx?|markdown|html?)$/i, "");
  const indexes = ["index", "README", "readme"].map((index) => (stem && `${stem}/`) + index);
  const stems = stem === "" ? indexes : [stem, ...indexes];
  const files = stems.flatMap((one) => endings.map((ending) => one + ending));
  return name === "" ? files : [...new Set([name, ...files])];
}

function partsOf(address: string): string[] {
  return address.split("/").filter((part) => part !== "");
}

const longest = 2_000;

/** A link of a page in its parts; undefined for one that leads elsewhere, or that only running code would tell. */
export function splitLink(
  written: string,
): { address: string; anchor: string | undefined } | undefined {
  if (written === "" || written.length > longest) return undefined;
  if (leadsElsewhere(written)) return undefined;
  const hash = written.indexOf("#");
  const address = (hash === -1 ? written : written.slice(0, hash)).split("?", 1)[0] ?? "";
  return {
    address: decodedPart(address),
    anchor: hash === -1 ? undefined : decodedPart(written.slice(hash + 1)),
  };
}
