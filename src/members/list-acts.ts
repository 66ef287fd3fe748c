import { setImmediate } from "node:timers/promises";
import type { Act, ActList, ActQuery } from "../contract/acts.ts";
import { type Actor, requireOwner } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { type ActRow, listActs as listStoredActs } from "../store/access/acts.ts";
import type { Database } from "../store/database.ts";

const usualLimit = 50;
const exportLimit = 500;

type Place = Pick<ActRow, "at" | "id">;

/** Who did what, newest first. */
export async function listActs(
  { db }: { db: Database },
  actor: Actor,
  query: ActQuery,
): Promise<ActList> {
  requireOwner(actor);
  const limit = query.limit ?? usualLimit;
  const after = query.cursor ? placeOf(query.cursor) : undefined;
  const rows = await listStoredActs(db, { ...filterOf(query), after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { acts: shown.map(toAct), nextCursor: last ? `${last.at} ${last.id}` : "" };
}

/** All of it, a part at a time. */
export async function* everyAct(
  { db }: { db: Database },
  actor: Actor,
  query: ActQuery,
): AsyncGenerator<Act> {
  requireOwner(actor);
  let after: Place | undefined;
  for (;;) {
    const rows = await listStoredActs(db, { ...filterOf(query), after, limit: exportLimit });
    for (const row of rows) yield toAct(row);
    after = rows.at(-1);
    if (rows.length < exportLimit) return;
    await setImmediate();
  }
}

function filterOf({ q = "", actor = "", project = "" }: ActQuery) {
  return { text: q, actor, project };
}

function placeOf(cursor: string): Place {
  const [, at, id] = /^(\d{4}-[\d:.TZ-]{10,30}) (act_\w{1,40})$/.exec(cursor) ?? [];
  if (at !== undefined && id !== undefined) return { at, id };
  throw new AppError("invalid_request", "This cursor is none of ours: begin at the newest.", {
    details: [{ path: "cursor", message: "Take nextCursor of the part before." }],
  });
}

function toAct(row: ActRow): Act {
  const { actorKind: kind, actorId, actorName, ...rest } = row;
  return { ...rest, actor: { kind, id: actorId, name: actorName } };
}
