import { parentPort } from "node:worker_threads";
import { mdxProblem } from "./mdx-problem.ts";
import type { MdxDialect } from "./plain-mdx.ts";

/** The program of the thread on which pages are read as MDX. */
parentPort?.on("message", ({ text, dialect }: { text: string; dialect: MdxDialect }) => {
  parentPort?.postMessage(mdxProblem(text, dialect) ?? null);
});

// Loading the reader takes a while, which is not the first page's doing.
parentPort?.postMessage("ready");
