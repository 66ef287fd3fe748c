import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { UsageOf, UsageTotal } from "../store/answers/usage.ts";
import type { Database } from "../store/database.ts";
import { createDayShares } from "./day-shares.ts";
import { createDayTotals } from "./day-totals.ts";

/** What may be used between one midnight and the next, in UTC. Undefined: as much as anyone likes. */
export type Ceilings = {
  tokensPerKey: number | undefined;
  tokensPerProject: number | undefined;
  /** In its place for a model whose price nobody knows. */
  unpricedTokensPerProject: number | undefined;
  costMicrosPerKey: number | undefined;
  costMicrosPerProject: number | undefined;
};

export type CeilingCall = {
  projectId: string;
  /** "" for none. */
  keyId: string;
  /** The price of the model is known. */
  isPriced: boolean;
  /** Whoever asks may know which setting it is; readers may not. */
  isOwner: boolean;
  /** Where a reader asks from, or the id of a member; "" for jobs and on the machine itself. */
  network: string;
};

export type CheckCeiling = (call: CeilingCall, ceilings: Ceilings) => Promise<void>;

/** The last part of what there is for a day is kept for those who have not asked far more than others. */
const sharedPart = 0.9;

/**
 * Throws when a key or a project has used what it may today, and also when that cannot be read. Called before each call of
 * a model that costs something. Calls that run at the same time do not see each other: together they may go over a
 * ceiling by what they use themselves.
 */
export function createCeilingCheck(deps: { db: Database; clock: Clock; log: Log }): CheckCeiling {
  const { clock, log } = deps;
  const totalOf = createDayTotals(deps.db);
  const shares = createDayShares();
  const noted = new Map<string, string>();
  return async (call, ceilings) => {
    const now = clock.now();
    const day = now.toISOString().slice(0, 10);
    const isReader = call.network !== "" && !call.isOwner;
    const part = isReader && shares.count({ ...call, day }) ? sharedPart : 1;
    const read = (of: UsageOf) => readTotal(() => totalOf(of, now));
    const reached = await reachedCeiling(read, { ceilings, part }, call);
    if (!reached) return;
    const { setting } = reached;
    const what = `${setting} ${day}`;
    if (noted.get(call.projectId) !== what)
      log.warn({ projectId: call.projectId, setting }, "a daily ceiling is reached");
    noted.set(call.projectId, what);
    const advice = ` ${setting} sets the limit; 0 lifts it.`;
    const retryAfterSeconds = secondsToMidnight(now);
    throw new AppError("rate_limited", sentence + (call.isOwner ? advice : ""), {
      retryAfterSeconds,
    });
  };
}

const sentence =
  "The assistant has reached its limit for today. Please ask again tomorrow (the day begins at midnight UTC).";
const unreadable = "The assistant cannot be used at the moment. Please ask again in a moment.";
const retryUnreadableSeconds = 10;

type Ceiling = { unit: keyof UsageTotal; most: number | undefined; setting: string };

async function reachedCeiling(
  totalOf: (of: UsageOf) => Promise<UsageTotal>,
  { ceilings, part }: { ceilings: Ceilings; part: number },
  { projectId, keyId, isPriced }: CeilingCall,
): Promise<Ceiling | undefined> {
  const { tokensPerKey, costMicrosPerKey, tokensPerProject, costMicrosPerProject } = ceilings;
  const ofKey: Ceiling[] = [
    { unit: "tokens", most: tokensPerKey, setting: "DOCENT_DAILY_TOKENS_PER_KEY" },
    { unit: "costMicros", most: costMicrosPerKey, setting: "DOCENT_DAILY_COST_PER_KEY" },
  ];
  const tokens = isPriced ? tokensPerProject : ceilings.unpricedTokensPerProject;
  const ofProject: Ceiling[] = [
    { unit: "tokens", most: tokens, setting: "DOCENT_DAILY_TOKENS_PER_PROJECT" },
    { unit: "costMicros", most: costMicrosPerProject, setting: "DOCENT_DAILY_COST_PER_PROJECT" },
  ];
  const reachedOf = async (of: UsageOf, some: Ceiling[]) => {
    if (some.every(({ most }) => most === undefined)) return undefined;
    const total = await totalOf(of);
    return some.find(({ unit, most }) => most !== undefined && total[unit] >= most * part);
  };
  const byKey = keyId === "" ? undefined : await reachedOf({ keyId }, ofKey);
  return byKey ?? reachedOf({ projectId }, ofProject);
}

async function readTotal(read: () => Promise<UsageTotal>): Promise<UsageTotal> {
  try {
    return await read();
  } catch (cause) {
    const options = { cause, retryAfterSeconds: retryUnreadableSeconds };
    throw new AppError("unavailable", unreadable, options);
  }
}

function secondsToMidnight(now: Date): number {
  const dayMs = 86_400_000;
  return Math.ceil((dayMs - (now.getTime() % dayMs)) / 1_000);
}

/** For the start and for the operator: what one project may use of a model in a day. */
export function describeCeiling(ceilings: Ceilings, isPriced: boolean): string {
  const { costMicrosPerProject: cost, unpricedTokensPerProject: tokens } = ceilings;
  if (isPriced && cost !== undefined)
    return `at most ${cost / 1_000_000} dollars a day for a project (DOCENT_DAILY_COST_PER_PROJECT)`;
  if (!isPriced && tokens !== undefined)
    return `at most ${tokens} tokens a day for a project (DOCENT_DAILY_TOKENS_PER_PROJECT)`;
  return "no daily ceiling for a project";
}
