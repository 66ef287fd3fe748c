import { fileURLToPath } from "node:url";
import { run } from "./cli/run.ts";
import type { Services } from "./cli/services.ts";
import { plainText } from "./cli/terminal-text.ts";

type Flags = Record<string, string>;

const root = fileURLToPath(new URL("..", import.meta.url));

export function main(argv: string[]): Promise<number> {
  return run(argv, {
    write: (text) => void process.stdout.write(plainText(text)),
    remark: (line) => void process.stderr.write(`${plainText(line)}\n`),
    services: (flags) => openServices(flags, process.stderr.isTTY === true),
    version: async () => (await import("./cli/version.ts")).versionText(root),
  });
}

/**
 * What the environment and the flags say must be right without the store, which it names. All that commands are made of is
 * loaded here, so that help and the version do without.
 */
async function openServices(flags: Flags, terminal: boolean): Promise<Services> {
  const { checkConfig, loadConfig } = await import("./config/read-config.ts");
  const { createLiveConfig } = await import("./config/stored/live-config.ts");
  const { env } = process;
  const load = (given: Record<string, string | undefined>) => checkConfig(given, flags, terminal);
  const live = createLiveConfig(loadConfig(env, flags, terminal), { env, flags, load });
  const { createServices } = await import("./compose/create-services.ts");
  return createServices(live, root);
}
