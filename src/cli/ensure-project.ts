import { join } from "node:path";
import { placeBundledDocs } from "../ingest/place-bundled-docs.ts";
import { addProject } from "../projects/add-project.ts";
import type { Database } from "../store/database.ts";
import {
  findProjectByDomain,
  listSources,
  type Project,
  updateSourceLocation,
} from "../store/projects.ts";
import type { Services } from "./services.ts";
import { type SourcePlace, sourcePlace } from "./source-place.ts";

/** The project that `serve` serves: made at the first start, pointed at other docs when --docs says so. */
export async function ensureProject(services: Services, db: Database): Promise<Project> {
  const { config, clock, data, bundledDocs } = services;
  const demo = join(data.repositories, "docent.git");
  const existing = await findProjectByDomain(db, config.domain);
  if (existing) {
    const [source] = await listSources(db, existing.id);
    if (config.docs !== undefined && source)
      await pointAt(db, source.id, source, await place(services, config.docs));
    else if (source?.location === demo) await placeBundledDocs(bundledDocs, demo);
    return existing;
  }
  if (config.docs === undefined) await placeBundledDocs(bundledDocs, demo);
  const { project } = await addProject(
    { db, clock },
    { kind: "operator" },
    {
      domain: config.domain,
      name: config.docs === undefined ? "Docent" : config.domain,
      visibility: config.docs === undefined ? "public" : "private",
      baseUrl: "",
      source: await place(services, config.docs ?? demo),
    },
  );
  return project;
}

function place({ config }: Services, docs: string): Promise<SourcePlace> {
  return sourcePlace({ docs, branch: config.branch, subfolder: config.subfolder });
}

async function pointAt(
  db: Database,
  id: string,
  before: SourcePlace,
  after: SourcePlace,
): Promise<void> {
  const same = (["kind", "location", "branch", "subfolder"] as const).every(
    (name) => before[name] === after[name],
  );
  if (!same) await updateSourceLocation(db, id, after);
}
