import { domainOf } from "../contract/domains.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { findPage, type StoredPage } from "../store/passages.ts";
import { findProjectByDomain, type Project } from "../store/projects.ts";

/** A page of a public project by its address: without ending, a folder standing for its index. Private projects look as if they were not there. */
export async function showPage(
  deps: { db: Database },
  input: { domain: string; path: string },
): Promise<{ project: Project; page: StoredPage }> {
  const missing = new AppError("not_found", "There is no such page here.");
  // PostgreSQL refuses a NUL even in a question.
  if (`${input.domain}${input.path}`.includes("\0")) throw missing;
  const project = await findProjectByDomain(deps.db, domainOf(input.domain));
  if (project?.visibility !== "public" || project.currentRevisionId === null) throw missing;
  const page = await findPage(deps.db, project.currentRevisionId, filesOf(input.path));
  if (!page) throw missing;
  return { project, page };
}

function filesOf(path: string): string[] {
  const name = path
    .split("/")
    .filter((segment) => segment !== "")
    .join("/");
  const stems =
    name === ""
      ? ["index", "README", "readme"]
      : [name, `${name}/index`, `${name}/README`, `${name}/readme`];
  return [
    ...(name === "" ? [] : [name]),
    ...stems.flatMap((stem) => [`${stem}.md`, `${stem}.mdx`]),
  ];
}
