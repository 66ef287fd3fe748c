import { domainOf } from "../contract/domains.ts";
import { type Actor, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import {
  findProject,
  findProjectByDomain,
  listProjects,
  type Project,
} from "../store/docs/projects.ts";

/** Who reads docs: a caller that is known, or nobody in particular. */
export type Reader = Actor | undefined;

/** The project that the name, an id or a domain, stands for. Without a key only public ones are there. */
export async function openProject(db: Database, reader: Reader, name: string): Promise<Project> {
  const missing = new AppError("not_found", "There is no such project here.");
  // PostgreSQL refuses a NUL even in a question.
  if (name === "" || name.includes("\0")) throw missing;
  const project = (await findProject(db, name)) ?? (await findProjectByDomain(db, domainOf(name)));
  if (!project) throw missing;
  if (reader) permit(reader, "assistant", project.id);
  if (!reader && project.visibility !== "public") throw missing;
  return project;
}

/** For the command line: the sentence names the projects there are. */
export async function requireProject(db: Database, domain: string): Promise<Project> {
  const project = await findProjectByDomain(db, domainOf(domain));
  if (project) return project;
  const known = (await listProjects(db)).map((one) => one.domain);
  const hint =
    known.length > 0 ? `There are: ${known.join(", ")}.` : 'Add one with "docent projects add".';
  throw new AppError("not_found", `There is no project with the domain ${domain}. ${hint}`);
}
