import { fork } from "node:child_process";

const nodeFlags = ["--expose-gc", "--disable-warning=ExperimentalWarning"];

export type ChildOptions = {
  /** The number of the only core it runs on. */
  core?: number;
  /** It is ended after so long. */
  timeoutMs?: number;
  /** What its objects may take. */
  heapMb?: number;
  /** Where what was compiled is kept. */
  compileCache?: string;
};

/** Runs a program in a process of its own, so that its memory and its warmth are its own, and returns what it sends. */
export function runChild<Result>(
  program: URL,
  input: unknown,
  { core, timeoutMs, heapMb, compileCache }: ChildOptions = {},
): Promise<Result> {
  const heap = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  const flags = [...nodeFlags, ...heap];
  const pinned = {
    execPath: "taskset",
    execArgv: ["-c", String(core), process.execPath, ...flags],
  };
  return new Promise((resolve, reject) => {
    const child = fork(program, {
      ...(core === undefined ? { execArgv: flags } : pinned),
      serialization: "advanced",
      ...(compileCache && { env: { ...process.env, NODE_COMPILE_CACHE: compileCache } }),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    let answer: { result: Result } | undefined;
    let isLate = false;
    const end = () => {
      isLate = true;
      child.kill("SIGKILL");
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
    child.on("message", (result: Result) => {
      answer = { result };
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (answer !== undefined) return resolve(answer.result);
      const how = isLate
        ? `took longer than ${(timeoutMs ?? 0) / 1000} s`
        : `ended with ${signal ?? `code ${code}`}`;
      reject(new Error(isLate ? how : `${program.pathname} ${how}`));
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
