import { AppError } from "../lib/app-error.ts";
import type { Command, Flags, Invocation, ListedCommand } from "./command.ts";
import { commandList } from "./command-list.ts";
import { commandGroup, findCommand, isGroup } from "./find-command.ts";
import { commandHelp, overview } from "./help.ts";
import { parseArguments } from "./parse-arguments.ts";
import type { GivenSettings, Terminal } from "./terminal.ts";

/** Runs one command. On failure: one sentence on standard error and a code other than zero. */
export async function run(argv: string[], terminal: Terminal): Promise<number> {
  try {
    return await carryOut(argv, terminal);
  } catch (error) {
    terminal.remark(argv.includes("--json") ? errorJson(error) : sentence(error));
    return exitCode(error, argv[0] ?? "");
  }
}

async function carryOut(argv: string[], terminal: Terminal): Promise<number> {
  const print = (line: string) => terminal.write(`${line}\n`);
  const asked = helpTopic(argv);
  if (asked !== undefined) {
    print(await helpOn(asked));
    return 0;
  }
  if (asksForVersion(argv)) {
    print(await terminal.version());
    return 0;
  }
  const listed = findCommand(argv);
  const command = await listed.load();
  const { flags, words } = parseArguments(command, argv.slice(command.name.split(" ").length));
  if (flags.has("help")) {
    print(commandHelp(listed, command));
    return 0;
  }
  const services = await terminal.services(settingsOf(command, flags));
  const { write, remark, redraw, display, signal } = terminal;
  const output = { write, remark, redraw, display, signal };
  const code = terminal.isInServer
    ? requireForServer(command)
    : await beside(command, argv, { ...output, flags, services });
  if (code !== undefined) return code;
  const result = (value: object, said: string) => {
    if (flags.has("json")) print(JSON.stringify(value, null, 2));
    else if (said !== "") print(said);
  };
  return command.run({
    ...{ ...output, flags, words, services, print, result, commands: commandList },
    runInside: (inner, shown, inside) =>
      run(inner, { ...terminal, ...shown, services: async () => inside, isInServer: true }),
  });
}

function requireForServer(command: Command): undefined {
  if (!command.inServer) throw new AppError("forbidden", "The server carries out no such command.");
}

type Beside = Omit<Invocation, "words" | "print" | "result" | "runInside" | "commands">;

/** The settings of the running server are those that count: undefined where the command is to work here. */
async function beside(
  command: Command,
  argv: string[],
  { flags, services, ...client }: Beside,
): Promise<number | undefined> {
  if (!command.inServer || flags.has("offline")) return undefined;
  // A flag that stands for a setting is about this process.
  const own = Object.keys(command.settings ?? {}).some((flag) => flags.text(flag) !== undefined);
  if (own) return undefined;
  const { runInServer } = await import("./running/run-in-server.ts");
  return runInServer(services.config.dataFolder, argv, client);
}

/** The words that help is asked about; undefined where it is not, or where the command itself has to be asked. */
function helpTopic(argv: string[]): string[] | undefined {
  const [first, ...rest] = argv;
  if (first === undefined) return [];
  if (isHelp(first)) return rest.filter((word) => !isHelp(word));
  return isGroup(first) && rest.length === 1 && rest.every(isHelp) ? [first] : undefined;
}

async function helpOn(words: string[]): Promise<string> {
  const [first] = words;
  if (first === undefined) return overview();
  if (isGroup(first) && words.length === 1) return overview(commandGroup(first));
  const listed: ListedCommand = findCommand(words);
  return commandHelp(listed, await listed.load());
}

function asksForVersion(argv: string[]): boolean {
  return argv.length === 1 && ["--version", "-V", "-v", "version"].includes(argv[0] ?? "");
}

function isHelp(word: string): boolean {
  return word === "help" || word === "--help" || word === "-h";
}

function settingsOf(command: Command, flags: Flags): GivenSettings {
  const overrides = { data: "DOCENT_DATA", ...command.settings };
  const given = Object.entries(overrides).flatMap(([flag, setting]) => {
    const value = flags.text(flag);
    return value === undefined ? [] : [{ flag: `--${flag}`, setting, value }];
  });
  return { flags: given, settingsFile: flags.text("settings") };
}

/** 2: what was given is wrong. For what checks something, 1 means that it worked and found something. */
function exitCode(error: unknown, command: string): number {
  if (["check", "gate", "questions"].includes(command)) return 2;
  return error instanceof AppError && error.code === "invalid_request" ? 2 : 1;
}

/** As the API words an error. */
function errorJson(error: unknown): string {
  const code = error instanceof AppError ? error.code : "internal";
  const details = error instanceof AppError ? error.details : [];
  return JSON.stringify({ error: sentence(error).slice("docent: ".length), code, details });
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
