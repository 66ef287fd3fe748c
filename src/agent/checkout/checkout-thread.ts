import { jobTools } from "../tools/job-tools.ts";
import { serveCheckouts } from "./serve-checkouts.ts";

/** The program of the threads on which jobs read. */
serveCheckouts(jobTools);
