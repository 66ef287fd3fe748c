import { AppError } from "../lib/app-error.ts";
import { ask } from "./ask.ts";
import type { Command } from "./command.ts";
import { doctor } from "./doctor.ts";
import { commandHelp, overview } from "./help.ts";
import { keysCreate } from "./keys-create.ts";
import { keysList } from "./keys-list.ts";
import { keysRevoke } from "./keys-revoke.ts";
import { migrate } from "./migrate.ts";
import { parseArguments } from "./parse-arguments.ts";
import { projectsAdd } from "./projects-add.ts";
import { projectsList } from "./projects-list.ts";
import { projectsRemove } from "./projects-remove.ts";
import { projectsUpdate } from "./projects-update.ts";
import { serve } from "./serve.ts";
import type { Services } from "./services.ts";
import { sync } from "./sync.ts";

export const commands: Command[] = [
  serve,
  ask,
  sync,
  keysCreate,
  keysList,
  keysRevoke,
  projectsAdd,
  projectsList,
  projectsUpdate,
  projectsRemove,
  doctor,
  migrate,
];

type Terminal = {
  print(line: string): void;
  remark(line: string): void;
  /** Reads settings, with the flags a command was given in place of the environment. */
  services(settings: Record<string, string>): Services;
};

/** Runs one command. On failure: one sentence on standard error and a code other than zero. */
export async function run(argv: string[], terminal: Terminal): Promise<number> {
  try {
    const first = argv[0];
    if (first === undefined || first === "help" || first === "--help" || first === "-h") {
      terminal.print(overview(commands));
      return 0;
    }
    const command = findCommand(argv);
    const rest = argv.slice(command.name.split(" ").length);
    const { flags, words } = parseArguments(command, rest);
    if (flags.has("help")) {
      terminal.print(commandHelp(command));
      return 0;
    }
    const overrides = { data: "DOCENT_DATA", ...command.settings };
    const given = Object.entries(overrides).flatMap(([flag, setting]) => {
      const value = flags.text(flag);
      return value === undefined ? [] : [[setting, value]];
    });
    const services = terminal.services(Object.fromEntries(given));
    return await command.run({
      flags,
      words,
      services,
      print: terminal.print,
      remark: terminal.remark,
    });
  } catch (error) {
    terminal.remark(sentence(error));
    return 1;
  }
}

function findCommand(argv: string[]): Command {
  const typed = argv.filter((word) => !word.startsWith("-")).slice(0, 2);
  const command =
    commands.find((candidate) => candidate.name === typed.join(" ")) ??
    commands.find((candidate) => candidate.name === typed[0]);
  if (command) return command;
  const group = commands.filter((candidate) => candidate.name.startsWith(`${typed[0]} `));
  if (group.length > 0) {
    const names = group.map((candidate) => `docent ${candidate.name}`).join(", ");
    throw new AppError("invalid_request", `"docent ${typed[0]}" needs one more word: ${names}.`);
  }
  throw new AppError(
    "invalid_request",
    `There is no command "${argv[0]}": "docent help" lists them.`,
  );
}

function sentence(error: unknown): string {
  if (error instanceof AppError) return `docent: ${error.message}`;
  return `docent: unexpected error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
