import { permitRef } from "../lib/actor.ts";
import { requireRefText } from "../search/ref-of-filter.ts";
import type { RevisionOfRef } from "../search/revision-of-ref.ts";
import type { Database } from "../store/database.ts";
import type { Project } from "../store/docs/projects.ts";
import { openProject, type Reader } from "./open-project.ts";

/** A project with the docs that are meant as its current ones; `ref` where those of a branch or commit are. */
export type ProjectDocs = Project & { ref?: string };

export type OpenDocsDeps = { db: Database; revisionOfRef: RevisionOfRef };

export type WantedDocs = {
  /** Id or domain. */
  project: string;
  /** As it came from outside; undefined for the docs that readers see. */
  ref?: unknown;
  signal?: AbortSignal;
};

/** The docs that somebody reads. Whoever may not name a branch is told so before anything is looked up. */
export async function openDocs(
  { db, revisionOfRef }: OpenDocsDeps,
  reader: Reader,
  { project: name, ref, signal = new AbortController().signal }: WantedDocs,
): Promise<ProjectDocs> {
  if (ref !== undefined) permitRef(reader);
  const project = await openProject(db, reader, name);
  if (ref === undefined) return project;
  const named = requireRefText(ref);
  const { revisionId } = await revisionOfRef({ project, ref: named }, signal);
  return { ...project, currentRevisionId: revisionId, ref: named };
}
