import { plainAddress } from "../docs/tree/address.ts";
import type { Project } from "../store/docs/projects.ts";
import type { Passage } from "./hit.ts";

/** The absolute address of a page and heading: on the site it is published on, or in Docent's own view of the page. */
export function pageUrl(
  publicUrl: string,
  project: Pick<Project, "domain" | "baseUrl">,
  page: Pick<Passage, "path" | "address" | "baseUrl"> & { anchor?: string },
): string {
  const base = page.baseUrl || project.baseUrl;
  const root = (base || `${publicUrl}/docs/${project.domain}`).replace(/(?<!\/)\/+$/, "");
  const place = base === "" ? plainAddress(page.path) : addressOf(page);
  const encoded = place.split("/").map(encodeURIComponent).join("/");
  const address = place === "" ? root : `${root}/${encoded}`;
  return page.anchor ? `${address}#${encodeURIComponent(page.anchor)}` : address;
}

/** The site's home has no address of its own; neither has a page whose site was never looked at. */
function addressOf({ path, address }: Pick<Passage, "path" | "address">): string {
  const isHome = /(?:^|\/)(?:_?index|readme)\.\w+$/i.test(path);
  return address !== "" || isHome ? address : plainAddress(path);
}
