import { domainOf } from "../contract/domains.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { findProjectByDomain, listProjects, type Project } from "../store/docs/projects.ts";

/** For the command line: the sentence names the projects there are. */
export async function requireProject(db: Database, domain: string): Promise<Project> {
  const project = await findProjectByDomain(db, domainOf(domain));
  if (project) return project;
  const known = (await listProjects(db)).map((one) => one.domain);
  const hint =
    known.length > 0 ? `There are: ${known.join(", ")}.` : 'Add one with "docent projects add".';
  throw new AppError("not_found", `There is no project with the domain ${domain}. ${hint}`);
}
