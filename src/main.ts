import { fileURLToPath } from "node:url";
import { run } from "./cli/run.ts";
import type { Services } from "./cli/services.ts";
import type { GivenSettings } from "./cli/terminal.ts";
import { plainText } from "./cli/terminal-text.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export function main(argv: string[]): Promise<number> {
  const { stdout, stderr } = process;
  endWithReader(argv[0] === "serve");
  const isLive = stderr.isTTY === true;
  const columns = stdout.isTTY ? stdout.columns : undefined;
  return run(argv, {
    display: { columns, isLive },
    signal: new AbortController().signal,
    write: (text) => void stdout.write(plainText(text)),
    remark: (line) => void stderr.write(`${plainText(line)}\n`),
    redraw: (line) => void (isLive && stderr.write(`\r\x1b[2K${plainText(line)}`)),
    services: (given) => openServices(given, isLive),
    version: async () => (await import("./cli/version.ts")).versionText(root),
  });
}

/** The status of a program that SIGPIPE ended. */
const brokenPipe = 141;

/** Nobody reads on, as behind `| head`: no reason to complain, and for a server none to end. */
function endWithReader(isServer: boolean): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      if (!isServer) process.exit(brokenPipe);
    });
}

/**
 * What the environment and the flags say must be right without the store, which it names. All that commands are made of is
 * loaded here, so that help and the version do without.
 */
async function openServices(given: GivenSettings, terminal: boolean): Promise<Services> {
  const { checkConfig } = await import("./config/read-config.ts");
  const { readSettingsFile, settingsError, unknownSettings } = await import(
    "./config/setting-origins.ts"
  );
  const { createLiveConfig } = await import("./config/stored/live-config.ts");
  const file = given.settingsFile === undefined ? undefined : readSettingsFile(given.settingsFile);
  const env = { ...file?.values, ...process.env, ...given.values };
  const flags = Object.fromEntries(given.flags.map(({ setting, value }) => [setting, value]));
  const load = (values: Record<string, string | undefined>) => checkConfig(values, flags, terminal);
  const { config, faults } = load(env);
  if (config === undefined) {
    const ownNames = Object.keys(process.env);
    const origins = new Map(
      [...(file?.origins ?? [])].filter(([name]) => !ownNames.includes(name)),
    );
    for (const { flag, setting } of given.flags) origins.set(setting, flag);
    throw settingsError(faults, origins);
  }
  const live = createLiveConfig(config, { env, flags, load });
  const { createServices } = await import("./compose/create-services.ts");
  return createServices(live, {
    root,
    unknownSettings: unknownSettings(env),
    withSettings: (values) =>
      openServices({ ...given, values: { ...given.values, ...values } }, terminal),
  });
}
