import { fork } from "node:child_process";

const nodeFlags = ["--expose-gc", "--disable-warning=ExperimentalWarning"];

/**
 * Runs a program in a process of its own, so that its memory and its warmth are its own, and returns what it sends. Given
 * the number of a core, it runs on that one alone.
 */
export function runChild<Result>(program: URL, input: unknown, core?: number): Promise<Result> {
  const pinned = {
    execPath: "taskset",
    execArgv: ["-c", String(core), process.execPath, ...nodeFlags],
  };
  return new Promise((resolve, reject) => {
    const child = fork(program, {
      ...(core === undefined ? { execArgv: nodeFlags } : pinned),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    let answer: { result: Result } | undefined;
    child.on("message", (result: Result) => {
      answer = { result };
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (answer !== undefined) resolve(answer.result);
      else reject(new Error(`${program.pathname} ended with ${signal ?? `code ${code}`}`));
    });
    child.send({ input });
  });
}

/** The child's side: does its work once and ends. */
export function answerParent<Input, Result>(work: (input: Input) => Promise<Result>): void {
  process.once("message", ({ input }: { input: Input }) => {
    work(input).then(
      (result) => process.send?.(result, () => process.exit(0)),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
