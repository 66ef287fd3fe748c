import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { bundledDocsPlace, placeBundledDocs } from "../../ingest/place-bundled-docs.ts";
import { operator } from "../../lib/actor.ts";
import { addProject, updateProject } from "../../projects/change-projects.ts";
import { findProjectByDomain, type Project } from "../../store/docs/projects.ts";
import { listSources, type StoredSource, updateSourcePlace } from "../../store/docs/sources.ts";
import type { StoreInvocation } from "../command.ts";
import type { Services } from "../services.ts";
import { type SourcePlace, sourcePlace } from "../source-flags.ts";

/** The project that `serve` serves: made at the first start, pointed at other docs when --docs says so. */
export async function ensureProject(invocation: StoreInvocation): Promise<Project> {
  const { db, services } = invocation;
  const { config, bundledDocs, openData } = services;
  const demo = bundledDocsPlace(openData().repositories);
  const existing = await findProjectByDomain(db, config.domain);
  if (!existing) return addServedProject(invocation, demo);
  const [source] = await listSources(db, existing.id);
  if (!source) return existing;
  const place = await changedPlace(services, existing, source);
  if (place) await pointAt(invocation, { project: existing, source, place, demo });
  else if (source.location === demo) await placeBundledDocs(bundledDocs, demo);
  return existing;
}

async function addServedProject(
  { db, services: { config, clock, bundledDocs } }: StoreInvocation,
  demo: string,
): Promise<Project> {
  const { docs = demo, branch, subfolder } = config;
  const ownDocs = config.docs !== undefined;
  if (!ownDocs) await placeBundledDocs(bundledDocs, demo);
  const source = await sourcePlace({ docs, branch, subfolder });
  try {
    const { project } = await addProject({ db, clock }, operator, {
      domain: config.domain,
      name: ownDocs ? config.domain : "Docent",
      visibility: ownDocs ? "private" : "public",
      baseUrl: "",
      source,
    });
    return project;
  } catch (error) {
    // Two nodes that start together on an empty store: the second finds the project the first has just made.
    const project = await findProjectByDomain(db, config.domain);
    if (!project) throw error;
    return project;
  }
}

/** Where the settings say the docs are now, if that is another place than before. */
async function changedPlace(
  { config }: Services,
  project: Project,
  source: StoredSource,
): Promise<SourcePlace | undefined> {
  if ((config.docs ?? config.branch ?? config.subfolder) === undefined) return undefined;
  const docs = config.docs ?? source.location;
  const kept = config.docs === undefined ? source : undefined;
  try {
    const place = await sourcePlace({
      docs,
      branch: config.branch ?? kept?.branch,
      subfolder: config.subfolder ?? kept?.subfolder,
    });
    const same = (["kind", "location", "branch", "subfolder"] as const).every(
      (name) => source[name] === place[name],
    );
    return same ? undefined : place;
  } catch (error) {
    const isGone = resolve(docs) === source.location && !existsSync(docs);
    // A folder that was there before, perhaps on a disk not mounted yet: reading it fails later, and the last revision serves.
    if (isGone && project.currentRevisionId !== null) return undefined;
    throw error;
  }
}

type Move = { project: Project; source: StoredSource; place: SourcePlace; demo: string };

/** The demo is open to everyone; whatever takes its place is not, until its owner says so. */
async function pointAt({ db, remark }: StoreInvocation, move: Move): Promise<void> {
  const { project, source, place, demo } = move;
  if (source.location === demo && place.location !== demo) {
    const changed = { ...project, name: project.domain, visibility: "private" } as const;
    await updateProject({ db }, operator, changed);
    remark(
      `${project.domain} is a private project now: "docent projects update --domain ${project.domain} --public" opens its pages to everyone.`,
    );
  }
  await updateSourcePlace(db, source.id, place);
}
