import { run } from "../src/cli/run.ts";
import { AppError } from "../src/lib/app-error.ts";

/** A terminal without any service that works: the command must need none. */
export async function check(...argv: string[]) {
  let stdout = "";
  let stderr = "";
  const code = await run(["check", ...argv], {
    write: (text) => {
      stdout += text;
    },
    remark: (line) => {
      stderr += `${line}\n`;
    },
    services: async () => unusable,
    version: async () => "",
  });
  return { code, stdout, stderr };
}

const unusable = new Proxy(Object.create(null), {
  get: (_, name) => {
    // Whoever waits for it looks whether it is a promise.
    if (name === "then") return undefined;
    throw new AppError("internal", `The check reached for ${String(name)}.`);
  },
});
