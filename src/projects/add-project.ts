import { domainName } from "../contract/domains.ts";
import { type Actor, requireOperator } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { Database } from "../store/database.ts";
import { insertProject, type Project } from "../store/docs/projects.ts";
import {
  insertSource,
  type NewSource,
  newSource,
  type StoredSource,
} from "../store/docs/sources.ts";

export type AddProjectInput = {
  domain: string;
  name: string;
  visibility: "public" | "private";
  baseUrl: string;
  source: NewSource;
};

export async function addProject(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  input: AddProjectInput,
): Promise<{ project: Project; source: StoredSource }> {
  requireOperator(actor);
  const domain = domainName.safeParse(input.domain);
  if (!domain.success)
    throw new AppError(
      "invalid_request",
      `"${input.domain}" cannot be a domain. ${domain.error.issues[0]?.message}`,
    );
  const createdAt = deps.clock.now().toISOString();
  const project: Project = {
    id: newId("prj"),
    domain: domain.data,
    name: input.name || domain.data,
    visibility: input.visibility,
    baseUrl: input.baseUrl,
    currentRevisionId: null,
    createdAt,
  };
  const source = newSource(project.id, input.source, createdAt);
  await deps.db.transaction().execute(async (trx) => {
    if (!(await insertProject(trx, project))) {
      throw new AppError("conflict", `There is already a project with the domain ${domain.data}.`);
    }
    await insertSource(trx, source);
  });
  return { project, source };
}
