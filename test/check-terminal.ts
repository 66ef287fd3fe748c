import { run } from "../src/cli/run.ts";
import { AppError } from "../src/lib/app-error.ts";
import { capturedTerminal } from "./captured-terminal.ts";

/** A terminal without any service that works: the command must need none. */
export async function check(...argv: string[]) {
  const terminal = capturedTerminal(async () => unusable);
  const code = await run(["check", ...argv], terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

const unusable = new Proxy(Object.create(null), {
  get: (_, name) => {
    // Whoever waits for it looks whether it is a promise.
    if (name === "then") return undefined;
    throw new AppError("internal", `The check reached for ${String(name)}.`);
  },
});
