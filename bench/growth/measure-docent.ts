import { answerParent } from "../report/run-child.ts";
import { openDocent } from "../retrieval/engines/docent.ts";
import { type GrowthInput, measureGrowth } from "./measure-growth.ts";

/** Docent alone, so that it can be built as the server is. */
answerParent(async (input: GrowthInput) => measureGrowth(await openDocent(), input));
