import { serveCalls } from "../../../lib/thread-calls.ts";
import { type FactRequest, pageFacts } from "./page-facts.ts";

/** The program of the threads on which pages are read. */
serveCalls(async (requests: FactRequest[]) => requests.map(pageFacts));
