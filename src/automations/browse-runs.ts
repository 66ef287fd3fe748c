import type { z } from "zod";
import type { RunPage, runQuery } from "../contract/automations.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { listRuns, type RunPlace } from "../store/automations/automation-runs.ts";
import { listAutomations } from "../store/automations/automations.ts";
import type { Database } from "../store/database.ts";
import { toRun } from "./to-automation.ts";

const usualLimit = 25;

/** Why automations started, and what came of it, newest first; also of those that were deleted. */
export async function browseRuns(
  { db }: { db: Database },
  actor: Actor,
  { projectId, query }: { projectId: string; query: z.output<typeof runQuery> },
): Promise<RunPage> {
  permitReading(actor, projectId);
  const limit = query.limit ?? usualLimit;
  const after = query.cursor ? placeOf(query.cursor) : undefined;
  const rows = await listRuns(db, {
    ...{ projectId, limit: limit + 1 },
    ...(query.automation && { automationId: query.automation }),
    ...(after && { after }),
  });
  const names = new Map(
    (await listAutomations(db, projectId)).map(({ id, spec }) => [id, spec.name]),
  );
  const runs = rows.slice(0, limit);
  const last = runs.at(-1);
  return {
    runs: runs.map((row) => toRun(row, names.get(row.automationId) ?? "")),
    nextCursor: rows.length > limit && last ? `${last.createdAt} ${last.id}` : "",
  };
}

function placeOf(cursor: string): RunPlace {
  const [createdAt = "", id = ""] = cursor.split(" ", 2);
  if (/^[\dT:.Z-]{20,30}$/.test(createdAt) && /^run_[a-z0-9]{24}$/.test(id))
    return { createdAt, id };
  throw new AppError("invalid_request", "The cursor is none that this list gave.", {
    details: [{ path: "cursor", message: "Must be the nextCursor of the page before." }],
  });
}
