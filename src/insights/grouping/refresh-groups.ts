import { tellGroups } from "../../store/insights/group-turns.ts";
import {
  dropOrEmptyGroup,
  figuresOfGroups,
  type GroupFigures,
  sampleOfGroup,
  staleGroups,
  writeDescription,
} from "../../store/insights/stale-groups.ts";
import { keepTurn } from "./group-project.ts";
import type { GroupDescription } from "./grouping-calls.ts";
import type { GroupingDeps } from "./grouping-deps.ts";
import { loadProject } from "./load-project.ts";
import { mendCentres } from "./mend-centres.ts";

const atOnce = 50;
const sampled = 40;

/** Works out figures, names and examples of groups whose questions have come or gone. */
export async function refreshGroups(
  deps: GroupingDeps,
  projectId: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const version = await keepTurn(deps, projectId);
    const ids = version === undefined ? [] : await staleGroups(deps.db, projectId, atOnce);
    if (version === undefined || ids.length === 0) return;
    const figures = await figuresOfGroups(deps.db, ids);
    const described = await describe(deps, { projectId, version, ids: [...figures.keys()] });
    await deps.db.transaction().execute(async (trx) => {
      await mendCentres(trx, projectId, ids);
      const now = await figuresOfGroups(trx, ids);
      for (const id of ids) {
        const [before, after] = [figures.get(id), now.get(id)];
        if (!after) await dropOrEmptyGroup(trx, id);
        else if (before && isSame(before, after))
          await writeDescription(trx, id, { ...after, ...described.get(id), isStale: false });
      }
      await tellGroups(trx, projectId);
    });
  }
}

async function describe(
  deps: GroupingDeps,
  { projectId, version, ids }: { projectId: string; version: number; ids: string[] },
) {
  const groups = [];
  for (const id of ids) groups.push({ id, questions: await sampleOfGroup(deps.db, id, sampled) });
  const request = { step: "describe", projectId, groups } as const;
  let reply = await deps.thread.call(request);
  if (reply.step === "unknown") {
    await loadProject(deps, projectId, version);
    reply = await deps.thread.call(request);
  }
  if (reply.step !== "describe") throw new Error("the grouping thread answered something else");
  return new Map(reply.groups.map((group) => [group.id, columnsOf(group)]));
}

function columnsOf({ name, words, language, exampleIds }: GroupDescription) {
  return { name, groupWords: words, language, exampleIds, pageRevisionId: "" };
}

function isSame(one: GroupFigures, other: GroupFigures): boolean {
  return one.size === other.size && one.lastAskedAt === other.lastAskedAt;
}
