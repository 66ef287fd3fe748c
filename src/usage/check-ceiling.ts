import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { type UsageTotal, usageSince } from "../store/answers/usage.ts";
import type { Database } from "../store/database.ts";

/** What may be used between one midnight and the next, in UTC. Undefined: as much as anyone likes. */
export type Ceilings = {
  tokensPerKey: number | undefined;
  tokensPerProject: number | undefined;
  costMicrosPerKey: number | undefined;
  costMicrosPerProject: number | undefined;
};

/**
 * Throws when a key or a project has used what it may today, and also when that cannot be read. Called before each call of
 * a model that costs something. Calls that run at the same time do not see each other: together they may go over a
 * ceiling by what they use themselves.
 */
export async function checkCeiling(
  deps: { db: Database; clock: Clock; ceilings: Ceilings },
  { projectId, keyId }: { projectId: string; keyId: string },
): Promise<void> {
  const { ceilings } = deps;
  const now = deps.clock.now();
  const since = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
  const isReached = async (of: Parameters<typeof usageSince>[1], most: Most) => {
    if (most.tokens === undefined && most.costMicros === undefined) return false;
    return isOver(await readTotal(deps.db, of, since), most);
  };
  const perKey = { tokens: ceilings.tokensPerKey, costMicros: ceilings.costMicrosPerKey };
  const perProject = {
    tokens: ceilings.tokensPerProject,
    costMicros: ceilings.costMicrosPerProject,
  };
  if (
    (keyId !== "" && (await isReached({ keyId }, perKey))) ||
    (await isReached({ projectId }, perProject))
  )
    throw new AppError("rate_limited", reached, { retryAfterSeconds: secondsToMidnight(now) });
}

type Most = { tokens: number | undefined; costMicros: number | undefined };

const reached =
  "The assistant has reached its limit for today. Please ask again tomorrow (the day begins at midnight UTC).";
const unreadable = "The assistant cannot be used at the moment. Please ask again in a moment.";
const retryUnreadableSeconds = 10;

async function readTotal(...query: Parameters<typeof usageSince>): Promise<UsageTotal> {
  try {
    return await usageSince(...query);
  } catch (cause) {
    const options = { cause, retryAfterSeconds: retryUnreadableSeconds };
    throw new AppError("unavailable", unreadable, options);
  }
}

function isOver(total: UsageTotal, most: Most): boolean {
  const overTokens = most.tokens !== undefined && total.tokens >= most.tokens;
  return overTokens || (most.costMicros !== undefined && total.costMicros >= most.costMicros);
}

function secondsToMidnight(now: Date): number {
  const dayMs = 86_400_000;
  return Math.ceil((dayMs - (now.getTime() % dayMs)) / 1_000);
}
