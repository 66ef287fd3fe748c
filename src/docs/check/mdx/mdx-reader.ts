import { Worker } from "node:worker_threads";
import type { MdxProblem } from "./mdx-problem.ts";
import type { MdxDialect } from "./plain-mdx.ts";

/** Reads pages as MDX, one after another, on a thread that is started by the first and ended by `close`. */
export type MdxReader = {
  /** Never throws: a page that takes too long or too much memory has that as its problem. */
  read(text: string, dialect: MdxDialect): Promise<MdxProblem | undefined>;
  close(): Promise<void>;
};

export type MdxLimits = { pageMs: number; hurriedMs: number };

const usualLimits: MdxLimits = { pageMs: 5_000, hurriedMs: 500 };
/** After so many pages that took too long, the others have less time. */
const patience = 3;
const memoryLimits = { maxOldGenerationSizeMb: 512 };
const tooMuch: MdxProblem = {
  line: 1,
  message: "reading this page as MDX takes too long; split it, or simplify what stands in {…}",
};

export function createMdxReader(limits: MdxLimits = usualLimits): MdxReader {
  let thread: Thread | undefined;
  let late = 0;
  const close = async () => {
    const ended = thread;
    thread = undefined;
    await ended?.worker.terminate();
  };
  return {
    close,
    async read(text, dialect) {
      thread ??= startThread();
      await thread.ready;
      const limitMs = late < patience ? limits.pageMs : limits.hurriedMs;
      const problem = await ask(thread.worker, { text, dialect }, limitMs);
      if (problem !== tooMuch) return problem;
      late += 1;
      await close();
      return problem;
    },
  };
}

type Thread = { worker: Worker; ready: Promise<void> };

function startThread(): Thread {
  const program = new URL("./mdx-thread.ts", import.meta.url);
  const worker = new Worker(program, { resourceLimits: memoryLimits });
  const ready = new Promise<void>((resolve) => {
    worker.once("message", () => resolve()).once("exit", () => resolve());
    // A thread that is being ended may still say why; whoever waits for it sees that it is gone.
    worker.on("error", () => undefined);
  });
  return { worker, ready };
}

function ask(worker: Worker, request: unknown, limitMs: number): Promise<MdxProblem | undefined> {
  return new Promise((resolve) => {
    const settle = (problem: MdxProblem | undefined) => {
      clearTimeout(timer);
      worker.off("message", answered).off("error", failed).off("exit", failed);
      resolve(problem);
    };
    const answered = (problem: MdxProblem | null) => settle(problem ?? undefined);
    const failed = () => settle(tooMuch);
    const timer = setTimeout(failed, limitMs);
    worker.on("message", answered).on("error", failed).on("exit", failed);
    worker.postMessage(request);
  });
}
