import { makePasswordsCheap } from "./password-costs.ts";

/** Runs before each file of tests. */
makePasswordsCheap();
