import { z } from "zod";
import { serveCheckouts } from "../src/agent/checkout/serve-checkouts.ts";
import { jobTools } from "../src/agent/tools/job-tools.ts";
import { defineTool } from "../src/agent/tools/tool.ts";

function descend(): number {
  return descend() + 1;
}

// The program of a checkout's thread, with two tools that do not come to an end.

/** Reads every page, never ends with one that says ENDLESS, and goes deeper than it can with one that says DEEP. */
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
