import type { Project } from "../store/projects.ts";
import type { Passage } from "./hit.ts";

/** The absolute address of a page and heading: on the site it is published on, or in Docent's own view of the page. */
export function pageUrl(
  publicUrl: string,
  project: Pick<Project, "domain" | "baseUrl">,
  page: Pick<Passage, "path" | "address" | "baseUrl"> & { anchor?: string },
): string {
  const base = page.baseUrl || project.baseUrl;
  const root = (base || `${publicUrl}/docs/${project.domain}`).replace(/\/+$/, "");
  const place = base !== "" && page.address !== "" ? page.address : withoutEnding(page.path);
  const encoded = place.split("/").map(encodeURIComponent).join("/");
  const address = place === "" ? root : `${root}/${encoded}`;
  return page.anchor ? `${address}#${encodeURIComponent(page.anchor)}` : address;
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:mdx?|html?)$/i, "").replace(/(^|\/)(index|readme)$/i, "");
}
