import { permitRef } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
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
  /** The one page that is wanted, by its path, where it is one; a link may open no more. */
  page?: string;
  /** The verb itself sees to it that a link for one page opens no other. */
  seesToLink?: boolean;
};

/** The docs that somebody reads. Whoever may not name a branch is told so before anything is looked up. */
export async function openDocs(
  { db, revisionOfRef }: OpenDocsDeps,
  reader: Reader,
  { project: name, ref, signal = new AbortController().signal, ...wanted }: WantedDocs,
): Promise<ProjectDocs> {
  if (ref !== undefined) permitRef(reader);
  const project = await openProject(db, reader, name);
  if (wanted.seesToLink !== true) permitPage(reader, wanted.page);
  if (ref === undefined) return project;
  const named = requireRefText(ref);
  const { revisionId } = await revisionOfRef({ project, ref: named }, signal);
  return { ...project, currentRevisionId: revisionId, ref: named };
}

/** A link for one page opens that one alone. */
export function permitPage(reader: Reader, path: string | undefined): void {
  const only = reader && "link" in reader ? (reader.link?.page ?? "") : "";
  if (only === "" || only === path) return;
  throw new AppError(
    "forbidden",
    "The link you came by opens one page alone. Log in to read more.",
  );
}
