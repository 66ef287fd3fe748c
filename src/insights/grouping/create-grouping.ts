import { randomBytes } from "node:crypto";
import { type Repeating, repeat } from "../../lib/repeat.ts";
import { createThreadCalls } from "../../lib/thread-calls.ts";
import { groupsOfCentres } from "../../store/insights/centre-rows.ts";
import { projectsToGroup, projectsWithoutPages } from "../../store/insights/group-queue.ts";
import { currentVersion, giveBackTurn } from "../../store/insights/group-turns.ts";
import { findNearestPages } from "./find-nearest-pages.ts";
import { groupProject, OutOfDate } from "./group-project.ts";
import type { GroupingReply, GroupingRequest } from "./grouping-calls.ts";
import type { GroupingDeps } from "./grouping-deps.ts";
import { loadProject } from "./load-project.ts";
import { refreshGroups } from "./refresh-groups.ts";

export type Grouping = Repeating & {
  /** The group that each text would come into; it joins none. */
  kindOf(projectId: string, texts: string[]): Promise<(string | undefined)[]>;
  /** One look at all projects, as the loop does it. */
  round(signal: AbortSignal): Promise<void>;
};

type Deps = Omit<GroupingDeps, "thread" | "holder">;

const pauseMs = 1_000;
/** New docs may have a nearer page: that takes a look at all groups, and need not be at once. */
const pagesEvery = 5;
const idleMs = 60_000;
/** What grouping a batch may take of the processor's time: a hundred times what it takes usually. */
const processorMs = 120_000;
const memoryLimits = { maxOldGenerationSizeMb: 512 };

/** Groups questions on a thread of its own, seconds after their answers have ended. */
export function createGrouping(rest: Deps): Grouping {
  const thread = createThreadCalls<GroupingRequest, GroupingReply>({
    program: new URL("./grouping-thread.ts", import.meta.url),
    idleMs,
    memoryLimits,
    processorMs: () => processorMs,
    onFault: (err) =>
      rest.log.error({ err }, "the grouping thread broke; the next round starts another"),
  });
  const deps: GroupingDeps = { ...rest, thread, holder: randomBytes(8).toString("hex") };
  let rounds = 0;
  const round = (signal: AbortSignal) => {
    rounds += 1;
    return groupAll(deps, { signal, looksAtPages: rounds % pagesEvery === 1 });
  };
  const loop = repeat(round, {
    pauseMs,
    onError: (err) =>
      deps.log.warn({ err }, "questions could not be grouped; the next round tries again"),
  });
  return {
    start: loop.start,
    round,
    kindOf: (projectId, texts) => kindOf(deps, projectId, texts),
    async stop() {
      await loop.stop();
      await thread.close();
    },
  };
}

async function groupAll(
  deps: GroupingDeps,
  { signal, looksAtPages }: { signal: AbortSignal; looksAtPages: boolean },
): Promise<void> {
  const grouped = await projectsToGroup(deps.db);
  for (const projectId of grouped) if (!signal.aborted) await groupOne(deps, projectId, signal);
  const paged = looksAtPages ? await projectsWithoutPages(deps.db) : grouped;
  for (const projectId of paged) if (!signal.aborted) await findNearestPages(deps, projectId);
}

async function groupOne(deps: GroupingDeps, projectId: string, signal: AbortSignal): Promise<void> {
  try {
    if (await groupProject(deps, projectId, signal)) await refreshGroups(deps, projectId, signal);
  } catch (error) {
    if (!(error instanceof OutOfDate)) throw error;
  } finally {
    await giveBackTurn(deps.db, { projectId, holder: deps.holder });
  }
}

async function kindOf(
  deps: GroupingDeps,
  projectId: string,
  texts: string[],
): Promise<(string | undefined)[]> {
  const version = await currentVersion(deps.db, projectId);
  const request = { step: "match", projectId, version, texts } as const;
  let reply = await deps.thread.call(request);
  if (reply.step === "unknown") {
    await loadProject(deps, projectId, version);
    reply = await deps.thread.call(request);
  }
  if (reply.step !== "match") throw new Error("the grouping thread answered something else");
  const { centreIds } = reply;
  const known = centreIds.filter((id) => id !== undefined);
  const groups = await groupsOfCentres(deps.db, [...new Set(known)]);
  return centreIds.map((id) => (id === undefined ? undefined : groups.get(id)));
}
