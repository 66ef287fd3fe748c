import { runChild } from "../report/run-child.ts";
import { type Choice, type DataSet, readDataSets } from "./data-set.ts";
import { type EngineName, engines } from "./engine-list.ts";
import type { EmbedderMeasure } from "./measure-embedder.ts";
import type { EngineMeasure, MeasureInput } from "./measure-engine.ts";
import { bootstrapInterval, meanScores, type Scores, scoreRanking } from "./score.ts";

export type Wanted = { engines: EngineName[]; data: Choice; scale: number };

export type Measured = { engine: EngineName; measure: EngineMeasure };
export type Scored = Measured & {
  all: Scores;
  even: Scores;
  odd: Scores;
  /** Bootstrap 95 % interval of nDCG@10 over the odd half. */
  interval: [number, number];
};
export type SetResult = {
  name: string;
  level: DataSet["level"];
  docs: number;
  queries: number;
  rows: Scored[];
};
export type Results = {
  sets: SetResult[];
  scale: { docs: number; queries: number; rows: Measured[] } | undefined;
  embedder: EmbedderMeasure;
};

const program = new URL("./measure-engine.ts", import.meta.url);
const scaleQueries = 500;
const crowdMs = 5_000;
const bootstrapSeed = 1;

/** Every engine over every set, one process after the other. */
export async function measureAll({ engines: names, data, scale }: Wanted): Promise<Results> {
  const sets: SetResult[] = [];
  for (const set of readDataSets(data)) {
    const measured = await measureSet(names, { data, set: set.name, crowdMs: 0 });
    sets.push({
      name: set.name,
      level: set.level,
      docs: set.docs.length,
      queries: set.queries.length,
      rows: measured.map((one) => ({ ...one, ...scoreHalves(set, one.measure.rankings) })),
    });
  }
  const size = { docs: scale, queries: scaleQueries };
  const rows = scale > 0 ? await measureSet(names, { data, set: size, crowdMs }) : [];
  console.error("embedder");
  const embedder = await runChild<EmbedderMeasure>(
    new URL("./measure-embedder.ts", import.meta.url),
    { data },
  );
  return { sets, scale: scale > 0 ? { ...size, rows } : undefined, embedder };
}

/** Memory is told as what the engine adds to the same program without one. */
async function measureSet(
  names: EngineName[],
  input: Omit<MeasureInput, "engine">,
): Promise<Measured[]> {
  const measure = (engine: MeasureInput["engine"], crowd = 0) =>
    runChild<EngineMeasure>(program, { ...input, engine, crowdMs: crowd });
  const title = typeof input.set === "string" ? input.set : `${input.set.docs} passages`;
  const bare = await measure("none");
  const measured: Measured[] = [];
  for (const engine of names) {
    process.stderr.write(`${title}: ${engines[engine].title} … `);
    const started = performance.now();
    const one = await measure(engine, engine === "docent" ? input.crowdMs : 0);
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    measured.push({
      engine,
      measure: {
        ...one,
        residentMb: Math.max(one.residentMb - bare.residentMb, 0),
        peakMb: Math.max(one.peakMb - bare.residentMb, 0),
      },
    });
  }
  return measured;
}

/** Queries are numbered from 0 in the order of the file. Docent's settings were tuned on the even ones. */
function scoreHalves(set: DataSet, rankings: string[][]): Omit<Scored, keyof Measured> {
  const scores = set.queries.map((query, place) =>
    scoreRanking(rankings[place] ?? [], set.qrels[query.id] ?? {}),
  );
  const odd = scores.filter((_, place) => place % 2 === 1);
  return {
    all: meanScores(scores),
    even: meanScores(scores.filter((_, place) => place % 2 === 0)),
    odd: meanScores(odd),
    interval: bootstrapInterval(
      odd.map((one) => one.ndcg10),
      bootstrapSeed,
    ),
  };
}
