import { refParameter } from "../contract/refs.ts";
import { plainAddress } from "../docs/tree/address.ts";
import type { Project } from "../store/docs/projects.ts";
import type { Passage } from "./hit.ts";

/**
 * The absolute address of a page and heading: on the site it is published on, or in Docent's own view of the page. What
 * is not merged is on no site yet, so a page of a branch or commit is always shown in Docent's own view.
 */
export function pageUrl(
  publicUrl: string,
  project: Pick<Project, "domain" | "baseUrl"> & { ref?: string },
  page: Pick<Passage, "path" | "address" | "baseUrl"> & { anchor?: string },
): string {
  const base = project.ref === undefined ? page.baseUrl || project.baseUrl : "";
  const root = (base || `${publicUrl}/docs/${project.domain}`).replace(/(?<!\/)\/+$/, "");
  const place = base === "" ? plainAddress(page.path) : addressOf(page);
  const encoded = place.split("/").map(encodeURIComponent).join("/");
  const address = `${place === "" ? root : `${root}/${encoded}`}${refQueryText(project.ref)}`;
  return page.anchor ? `${address}#${encodeURIComponent(page.anchor)}` : address;
}

/** Lines of a page's source, and the hash of the source they are lines of. */
export type CitedLines = { startLine: number; endLine: number; blobHash: string };

const shownHash = 8;

/** The address of a page and heading where an answer cites lines of it: Docent's own view marks them. */
export function citedUrl(
  publicUrl: string,
  project: Parameters<typeof pageUrl>[1],
  page: Parameters<typeof pageUrl>[2] & CitedLines,
): string {
  const address = pageUrl(publicUrl, project, page);
  const isOwn = project.ref !== undefined || (page.baseUrl || project.baseUrl) === "";
  if (!isOwn) return address;
  const [place = "", anchor] = address.split("#");
  const lines = `lines=${page.startLine}-${page.endLine}&of=${page.blobHash.slice(0, shownHash)}`;
  const cited = `${place}${place.includes("?") ? "&" : "?"}${lines}`;
  return anchor === undefined ? cited : `${cited}#${anchor}`;
}

/** Where Docent itself shows a page, as an address below its own. */
export function readerPath(
  { domain, ref }: Pick<Project, "domain"> & { ref?: string },
  { path, anchor = "" }: { path: string; anchor?: string },
): string {
  const place = plainAddress(path).split("/").map(encodeURIComponent).join("/");
  const address = `/docs/${domain}${place === "" ? "" : `/${place}`}${refQueryText(ref)}`;
  return anchor === "" ? address : `${address}#${encodeURIComponent(anchor)}`;
}

/** What stands behind an address in Docent's own view to show it as it is on a branch or commit. */
export function refQueryText(ref: string | undefined): string {
  return ref === undefined ? "" : `?${refParameter}=${encodeURIComponent(ref)}`;
}

/** The site's home has no address of its own; neither has a page whose site was never looked at. */
function addressOf({ path, address }: Pick<Passage, "path" | "address">): string {
  const isHome = /(?:^|\/)(?:_?index|readme)\.\w+$/i.test(path);
  return address !== "" || isHome ? address : plainAddress(path);
}
