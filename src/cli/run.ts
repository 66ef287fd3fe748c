import { AppError } from "../lib/app-error.ts";
import type { Command, Flags } from "./command.ts";
import { commandList, type ListedCommand } from "./command-list.ts";
import { commandHelp, overview } from "./help.ts";
import { parseArguments } from "./parse-arguments.ts";
import type { Services } from "./services.ts";

type Terminal = {
  write(text: string): void;
  remark(line: string): void;
  /** Reads settings, with the flags a command was given in place of the environment. */
  services(settings: Record<string, string>): Promise<Services>;
  /** The version, and the commit where it is known. */
  version(): Promise<string>;
};

/** Runs one command. On failure: one sentence on standard error and a code other than zero. */
export async function run(argv: string[], terminal: Terminal): Promise<number> {
  const print = (line: string) => terminal.write(`${line}\n`);
  try {
    if (asksForOverview(argv)) {
      print(overview(commandsUnder(argv)));
      return 0;
    }
    if (asksForVersion(argv)) {
      print(await terminal.version());
      return 0;
    }
    const listed = findCommand(argv);
    const command = await listed.load();
    const rest = argv.slice(command.name.split(" ").length);
    const { flags, words } = parseArguments(command, rest);
    if (flags.has("help")) {
      print(commandHelp(listed, command));
      return 0;
    }
    const services = await terminal.services(settingsOf(command, flags));
    const { write, remark } = terminal;
    return await command.run({ flags, words, services, print, write, remark });
  } catch (error) {
    terminal.remark(sentence(error));
    // For a check, 1 means that it worked and found something.
    return ["check", "gate", "questions"].includes(argv[0] ?? "") ? 2 : 1;
  }
}

function asksForOverview(argv: string[]): boolean {
  const [first, ...rest] = argv;
  if (first === undefined || isHelp(first)) return true;
  // A command with others below it has flags of its own to show.
  if (commandList.some(({ name }) => name === first)) return false;
  return commandsUnder(argv).length < commandList.length && rest.length === 1 && rest.every(isHelp);
}

function asksForVersion(argv: string[]): boolean {
  return argv.length === 1 && ["--version", "-v", "version"].includes(argv[0] ?? "");
}

function isHelp(word: string): boolean {
  return word === "help" || word === "--help" || word === "-h";
}

/** `docent keys --help` shows the commands that begin with "keys"; without a group, all. */
function commandsUnder(argv: string[]): ListedCommand[] {
  const group = commandList.filter((command) => command.name.startsWith(`${argv[0]} `));
  return group.length > 0 ? group : commandList;
}

function settingsOf(command: Command, flags: Flags): Record<string, string> {
  const overrides = { data: "DOCENT_DATA", ...command.settings };
  const given = Object.entries(overrides).flatMap(([flag, setting]) => {
    const value = flags.text(flag);
    return value === undefined ? [] : [[setting, value]];
  });
  return Object.fromEntries(given);
}

function findCommand(argv: string[]): ListedCommand {
  const typed = argv.filter((word) => !word.startsWith("-")).slice(0, 2);
  const command =
    commandList.find((candidate) => candidate.name === typed.join(" ")) ??
    commandList.find((candidate) => candidate.name === typed[0]);
  if (command) return command;
  const group = commandList.filter((candidate) => candidate.name.startsWith(`${typed[0]} `));
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
