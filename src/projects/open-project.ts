import { domainOf } from "../contract/domains.ts";
import { type Actor, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { findProject, findProjectByDomain, type Project } from "../store/docs/projects.ts";

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
