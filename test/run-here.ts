import { run } from "../src/cli/run.ts";
import type { Services } from "../src/cli/services.ts";
import { createServices } from "../src/compose/create-services.ts";
import { checkConfig } from "../src/config/read-config.ts";
import { createLiveConfig } from "../src/config/stored/live-config.ts";
import { capturedTerminal } from "./captured-terminal.ts";
import { root } from "./server-process.ts";

export type RanHere = { code: number; stdout: string; stderr: string };

/** Runs a command in this process, on real services with these settings and its flags alone: a start of its own would cost a quarter of a second. */
export async function runHere(argv: string[], env: Record<string, string> = {}): Promise<RanHere> {
  const terminal = capturedTerminal(async ({ values, flags }) => {
    const given = flags.map(({ setting, value }) => [setting, value]);
    const settings = { DOCENT_LOG_LEVEL: "silent", ...env, ...values };
    return servicesWith(settings, Object.fromEntries(given));
  });
  const code = await run(argv, terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

function servicesWith(given: Record<string, string>, flags: Record<string, string>): Services {
  const load = (values: Record<string, string | undefined>) => checkConfig(values, flags, false);
  const { config, faults } = load(given);
  if (!config) throw new Error(faults.join("; "));
  return createServices(createLiveConfig(config, { env: given, flags, load }), {
    root,
    unknownSettings: ["DOCENT_PROT is no setting."],
    withSettings: async (values) => servicesWith({ ...given, ...values }, flags),
  });
}
