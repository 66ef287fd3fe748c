import type { KeyList, KeyQuery } from "../contract/dashboard.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { countKeys, type KeyPlace, listKeyPage } from "../store/access/key-pages.ts";
import type { Database } from "../store/database.ts";
import { toKeySummary } from "./list-keys.ts";

const usualLimit = 50;
const mostWords = 10;

/** A part of a project's keys, newest first. */
export async function browseKeys(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  { projectId, query }: { projectId: string; query: KeyQuery },
): Promise<KeyList> {
  permitReading(actor, projectId);
  const { q = "", state, limit = usualLimit, cursor = "" } = query;
  const now = clock.now().toISOString();
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  const after = cursor === "" ? undefined : readCursor(cursor);
  const search = { projectId, state, now, words, after, limit: limit + 1 };
  const found = await listKeyPage(db, search);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    keys: shown.map((key) => toKeySummary(key, now)),
    nextCursor: last ? `${last.createdAt}.${last.id}` : "",
    counts: await countKeys(db, projectId, now),
  };
}

function readCursor(cursor: string): KeyPlace {
  const [, createdAt, id] = /^([-\d:.TZ]{24})\.(key_\w{1,60})$/.exec(cursor) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt, id };
  const message = "Use the nextCursor of an earlier reply.";
  throw new AppError("invalid_request", `The cursor is not valid. ${message}`, {
    details: [{ path: "cursor", message }],
  });
}
