import { AppError } from "../lib/app-error.ts";
import type { Command, Flags } from "./command.ts";
import { ask } from "./commands/ask.ts";
import { automationCommands } from "./commands/automations.ts";
import { check } from "./commands/check.ts";
import { doctor } from "./commands/doctor.ts";
import { forget } from "./commands/forget.ts";
import { gate } from "./commands/gate.ts";
import { insightCommands } from "./commands/insights.ts";
import { job } from "./commands/job.ts";
import { jobs } from "./commands/jobs.ts";
import { keyCommands } from "./commands/keys.ts";
import { migrate } from "./commands/migrate.ts";
import { ownerReset } from "./commands/owner-reset.ts";
import { projectCommands } from "./commands/projects.ts";
import { questionCommands } from "./commands/questions.ts";
import { replay } from "./commands/replay.ts";
import { secretCommands } from "./commands/secrets.ts";
import { serve } from "./commands/serve.ts";
import { sourceCommands } from "./commands/sources.ts";
import { sync } from "./commands/sync.ts";
import { commandHelp, overview } from "./help.ts";
import { parseArguments } from "./parse-arguments.ts";
import type { Services } from "./services.ts";

export const commands: Command[] = [
  serve,
  ask,
  replay,
  ...insightCommands,
  forget,
  job,
  jobs,
  sync,
  check,
  gate,
  ...questionCommands,
  ...keyCommands,
  ...projectCommands,
  ...sourceCommands,
  ...secretCommands,
  ...automationCommands,
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
    return [check.name, gate.name, "questions"].includes(argv[0] ?? "") ? 2 : 1;
  }
}

function asksForOverview(argv: string[]): boolean {
  const [first, ...rest] = argv;
  if (first === undefined || isHelp(first)) return true;
  // A command with others below it has flags of its own to show.
  if (commands.some(({ name }) => name === first)) return false;
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
  const place =
    error instanceof Error
      ? /\/src\/[^\s:]{1,300}:\d{1,9}:\d{1,9}/.exec(error.stack ?? "")?.[0]
      : "";
  return `docent: unexpected error: ${reason}${place ? ` (at ${place})` : ""}`;
}
