import { AppError } from "../lib/app-error.ts";
import { ask } from "./ask.ts";
import { check } from "./check.ts";
import type { Command, Flags } from "./command.ts";
import { doctor } from "./doctor.ts";
import { forget } from "./forget.ts";
import { commandHelp, overview } from "./help.ts";
import { job } from "./job.ts";
import { jobs } from "./jobs.ts";
import { keysCreate } from "./keys-create.ts";
import { keysList } from "./keys-list.ts";
import { keysRevoke } from "./keys-revoke.ts";
import { migrate } from "./migrate.ts";
import { ownerReset } from "./owner-reset.ts";
import { parseArguments } from "./parse-arguments.ts";
import { projectsAdd } from "./projects-add.ts";
import { projectsList } from "./projects-list.ts";
import { projectsRemove } from "./projects-remove.ts";
import { projectsUpdate } from "./projects-update.ts";
import { replay } from "./replay.ts";
import { serve } from "./serve.ts";
import type { Services } from "./services.ts";
import { sourcesAdd } from "./sources-add.ts";
import { sourcesList } from "./sources-list.ts";
import { sourcesRemove } from "./sources-remove.ts";
import { sourcesUpdate } from "./sources-update.ts";
import { sync } from "./sync.ts";

export const commands: Command[] = [
  serve,
  ask,
  replay,
  forget,
  job,
  jobs,
  sync,
  check,
  keysCreate,
  keysList,
  keysRevoke,
  projectsAdd,
  projectsList,
  projectsUpdate,
  projectsRemove,
  sourcesAdd,
  sourcesList,
  sourcesUpdate,
  sourcesRemove,
  ownerReset,
  doctor,
  migrate,
];

type Terminal = {
  write(text: string): void;
  remark(line: string): void;
  /** Reads settings, with the flags a command was given in place of the environment. */
  services(settings: Record<string, string>): Services;
};

/** Runs one command. On failure: one sentence on standard error and a code other than zero. */
export async function run(argv: string[], terminal: Terminal): Promise<number> {
  const print = (line: string) => terminal.write(`${line}\n`);
  try {
    if (asksForOverview(argv)) {
      print(overview(commandsUnder(argv)));
      return 0;
    }
    const command = findCommand(argv);
    const rest = argv.slice(command.name.split(" ").length);
    const { flags, words } = parseArguments(command, rest);
    if (flags.has("help")) {
      print(commandHelp(command));
      return 0;
    }
    const services = terminal.services(settingsOf(command, flags));
    const { write, remark } = terminal;
    return await command.run({ flags, words, services, print, write, remark });
  } catch (error) {
    terminal.remark(sentence(error));
    // For a check, 1 means that it worked and found something.
    return argv[0] === check.name ? 2 : 1;
  }
}

function asksForOverview(argv: string[]): boolean {
  const [first, ...rest] = argv;
  if (first === undefined || isHelp(first)) return true;
  return commandsUnder(argv).length < commands.length && rest.length === 1 && rest.every(isHelp);
}

function isHelp(word: string): boolean {
  return word === "help" || word === "--help" || word === "-h";
}

/** `docent keys --help` shows the commands that begin with "keys"; without a group, all. */
function commandsUnder(argv: string[]): Command[] {
  const group = commands.filter((command) => command.name.startsWith(`${argv[0]} `));
  return group.length > 0 ? group : commands;
}

function settingsOf(command: Command, flags: Flags): Record<string, string> {
  const overrides = { data: "DOCENT_DATA", ...command.settings };
  const given = Object.entries(overrides).flatMap(([flag, setting]) => {
    const value = flags.text(flag);
    return value === undefined ? [] : [[setting, value]];
  });
  return Object.fromEntries(given);
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
  const [reason] = String(error).split("\n", 1);
  const place = error instanceof Error ? /\/src\/\S+:\d+:\d+/.exec(error.stack ?? "")?.[0] : "";
  return `docent: unexpected error: ${reason}${place ? ` (at ${place})` : ""}`;
}
