import type { z } from "zod";
import type { ChangeSummary, changePage, changeQuery } from "../contract/changes.ts";
import { type ChangePages, pullOf } from "../forge/to-forge-change.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { findProject } from "../store/docs/projects.ts";
import { countChanges, type ListedChange, listChangePage } from "../store/jobs/change-pages.ts";
import { type ChangesDeps, readableForge } from "./project-forge.ts";

type ListDeps = ChangesDeps & { publicUrl: string };
type ListInput = { projectId: string; query: z.output<typeof changeQuery> };

const usualLimit = 50;
const firstCursor = 2_147_483_647;

/** A part of the changes, newest first, as the branches stand now. A project that has no repository to change has none. */
export async function listChanges(
  deps: ListDeps,
  actor: Actor,
  { projectId, query }: ListInput,
): Promise<z.infer<typeof changePage>> {
  permitReading(actor, projectId);
  const project = await findProject(deps.db, projectId);
  if (!project) throw new AppError("not_found", "This project does not exist any more.");
  const { q: text = "", state, limit = usualLimit } = query;
  const before = numberOf(query.cursor);
  const refusal = await refresh(deps, actor, projectId);
  const counts = await countChanges(deps.db, projectId);
  if (refusal && counts.all > 0) throw refusal;
  const search = { projectId, state, text, before, limit: limit + 1 };
  const found = await listChangePage(deps.db, search);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const pages = { publicUrl: deps.publicUrl, project };
  return {
    changes: shown.map((change) => toSummary(pages, change)),
    nextCursor: last ? String(last.number) : "",
    counts,
  };
}

/** Why the project has no repository to change; undefined when it has one. */
async function refresh(
  deps: ListDeps,
  actor: Actor,
  projectId: string,
): Promise<AppError | undefined> {
  try {
    const { forge } = await readableForge(deps, actor, projectId);
    await forge.refresh();
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return error;
    throw error;
  }
}

function numberOf(cursor: string | undefined): number {
  if (cursor === undefined || cursor === "") return firstCursor;
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor);
  throw new AppError("invalid_request", "The cursor is none of this list's.", {
    details: [{ path: "cursor", message: "Take `nextCursor` from the reply before." }],
  });
}

function toSummary(pages: ChangePages, change: ListedChange): ChangeSummary {
  const { projectId, baseCommit, mergeCommit, checks, jobId, pull, ...shown } = change;
  const checksFailed = checks.filter(({ passed }) => !passed).length;
  const counts = { checksRun: checks.length, checksFailed };
  return { ...shown, sessionId: jobId, ...counts, ...pullOf(pages, change) };
}
