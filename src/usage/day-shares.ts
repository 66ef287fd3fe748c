import { createWeightedCache } from "../lib/weighted-cache.ts";

type Day = { day: string; all: number; networks: Map<string, number> };

const mostProjects = 5_000;
const mostNetworks = 20_000;
/** A company behind one address asks more than a reader at home; this many times an equal share is more than that. */
const fairShares = 3;

export type DayShares = {
  /** Counts a question of today, and says whether its network has asked far more than others have. */
  count(question: { projectId: string; network: string; day: string }): boolean;
};

/** Who asks how much of a day's questions, on this node. */
export function createDayShares(): DayShares {
  const projects = createWeightedCache<Day>(mostProjects);
  return {
    count({ projectId, network, day }) {
      const known = projects.get(projectId);
      const today: Day = known?.day === day ? known : { day, all: 0, networks: new Map() };
      projects.set(projectId, today, 1);
      const { networks } = today;
      const asked = (networks.get(network) ?? 0) + 1;
      if (networks.has(network) || networks.size < mostNetworks) networks.set(network, asked);
      today.all += 1;
      return networks.size > 1 && asked > (fairShares * today.all) / networks.size;
    },
  };
}
