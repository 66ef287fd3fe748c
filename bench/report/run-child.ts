import { fork } from "node:child_process";

/** Runs a program in a process of its own, so that its memory and its warmth are its own, and returns what it sends. */
export function runChild<Result>(program: URL, input: unknown): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(program, {
      execArgv: ["--expose-gc", "--disable-warning=ExperimentalWarning"],
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
