import { spawn } from "node:child_process";
import { once } from "node:events";

/** A command, the folder it runs in, and all it finds in its environment. */
export type Installed = { command: string[]; folder: string; env: Record<string, string> };
export type Outcome = { code: number | null; ms: number; said: string };

/** Runs a command to its end. */
export async function runInstalled(installed: Installed, ...args: string[]): Promise<Outcome> {
  const started = performance.now();
  const { child, said } = start(installed, args);
  const [code] = await once(child, "close");
  return { code, ms: performance.now() - started, said: said() };
}

/** Starts a server, tells when it was ready, and lets others use it before it is ended. */
export async function serveInstalled(
  installed: Installed,
  use: (server: { url: string; key: string }) => Promise<void>,
): Promise<Outcome> {
  const started = performance.now();
  const { child, said } = start(installed, ["serve", "--port", "0"]);
  const ended = once(child, "close");
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => /^docent listening on /m.test(said()) && resolve());
    ended.then(() => reject(new Error(`the server did not start: ${said()}`)), reject);
  });
  const ms = performance.now() - started;
  const url = /^docent listening on (\S+)/m.exec(said())?.[1] ?? "";
  const key = /svc_dsc_\w+/.exec(said())?.[0] ?? "";
  await use({ url, key });
  child.kill("SIGTERM");
  const [code] = await ended;
  return { code, ms, said: said() };
}

function start({ command: [program = "", ...first], folder, env }: Installed, args: string[]) {
  const child = spawn(program, [...first, ...args], {
    ...{ cwd: folder, env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (some: string) => {
      text += some;
    });
  return { child, said: () => text };
}
