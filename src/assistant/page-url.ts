import type { Project } from "../store/projects.ts";

/** The absolute address of a page and heading: on the docs site, or in Docent's own view of the page. */
export function pageUrl(publicUrl: string, project: Project, path: string, anchor: string): string {
  const root = project.baseUrl || `${publicUrl}/docs/${project.domain}`;
  const page = path
    .replace(/\.mdx?$/i, "")
    .replace(/(^|\/)(index|readme)$/i, "")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  const address = `${root.replace(/\/+$/, "")}/${page}`.replace(/\/$/, "");
  return anchor === "" ? address : `${address}#${encodeURIComponent(anchor)}`;
}
