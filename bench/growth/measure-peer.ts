import { answerParent } from "../report/run-child.ts";
import { engines } from "../retrieval/engine-list.ts";
import { type GrowthInput, measureGrowth } from "./measure-growth.ts";

answerParent(async (input: GrowthInput) =>
  measureGrowth(await engines[input.engine].open(), input),
);
