import { setImmediate as breathe } from "node:timers/promises";
import { z } from "zod";
import { serveCheckouts } from "../src/agent/checkout/serve-checkouts.ts";
import { jobTools } from "../src/agent/tools/job-tools.ts";
import { defineTool } from "../src/agent/tools/tool.ts";

function descend(): number {
  return descend() + 1;
}

async function work(processorMs: number): Promise<void> {
  for (const taken = threadCpu(); taken() < processorMs; await breathe()) Math.sqrt(2);
}

/** The processor's time that this thread takes from now on. */
function threadCpu(): () => number {
  const begun = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1_000;
  };
}

// The program of a checkout's thread, with two tools that do not come to an end.

/**
 * Reads every page. It never ends with one that says ENDLESS, goes deeper than it can with one that says DEEP, and takes
 * two seconds of the processor's time, with breaths, for one that says SLOW.
 */
const listFiles = defineTool({
  name: "list_files",
  description: "",
  input: z.object({}),
  async run({ overlay }) {
    const read: string[] = [];
    const paths = overlay.list().map(({ path }) => path);
    for await (const { path, content } of overlay.readEach(paths)) {
      while (content.includes("ENDLESS")) Math.sqrt(2);
      if (content.includes("DEEP")) descend();
      if (content.includes("SLOW")) await work(2_000);
      read.push(path);
    }
    return { output: { read } };
  },
});

/** Changes a file, then turns for ever. */
const searchText = defineTool({
  name: "search_text",
  description: "",
  input: z.object({ query: z.string() }),
  async run({ overlay }, { query }) {
    overlay.write(query, "# Turned\n");
    for (;;) Math.sqrt(2);
  },
});

serveCheckouts([listFiles, searchText, ...jobTools]);
