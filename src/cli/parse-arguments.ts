import { parseArgs } from "node:util";
import { AppError } from "../lib/app-error.ts";
import { didYouMean } from "../text/nearest-word.ts";
import { type Command, type Flag, type Flags, switchFlag, textFlag } from "./command.ts";

/** Flags of every command. */
export const commonFlags: Record<string, Flag> = {
  data: textFlag("DIR", "Data folder (default ./.docent, or DOCENT_DATA)."),
  settings: textFlag("FILE", "Take settings from this file, such as .env; the environment wins."),
  help: switchFlag("Show this help."),
};

const offlineFlag = switchFlag(
  "Work in this process with the settings of this shell, also where a server runs.",
);

/** All flags of a command, its own first. */
export function flagsOf(command: Command): Record<string, Flag> {
  return { ...command.flags, ...(command.inServer && { offline: offlineFlag }), ...commonFlags };
}

export type Arguments = { flags: Flags; words: string[] };

export function parseArguments(command: Command, argv: string[]): Arguments {
  const known = flagsOf(command);
  const { values, positionals } = parseOrExplain(command, known, argv);
  const flags = toFlags(values);
  if (flags.has("help")) return { flags, words: positionals };
  const missing = Object.entries(known).filter(
    ([name, flag]) => flag.required && flags.text(name) === undefined,
  );
  if (missing.length > 0) {
    throw usageError(
      command,
      `is missing ${missing.map(([name, flag]) => `--${name} ${flag.value ?? ""}`.trim()).join(" and ")}`,
    );
  }
  requireChoices(known, flags);
  const count = command.words?.count ?? 0;
  if (positionals.length < count && !command.words?.areOptional)
    throw usageError(command, `is missing ${command.words?.usage ?? ""}`);
  if (positionals.length > count)
    throw usageError(command, `does not take "${positionals[count]}"`);
  const { choices } = command.words ?? {};
  const wrong = positionals.find((word) => choices?.includes(word) === false);
  if (choices !== undefined && wrong !== undefined)
    throw usageError(
      command,
      `takes ${listed(choices)}, not "${wrong}"${didYouMean(wrong, choices)}`,
    );
  return { flags, words: positionals };
}

function requireChoices(known: Record<string, Flag>, flags: Flags): void {
  for (const [name, { choices }] of Object.entries(known)) {
    const value = flags.text(name);
    if (choices === undefined || value === undefined || choices.includes(value)) continue;
    throw new AppError(
      "invalid_request",
      `--${name} takes ${listed(choices)}, not "${value}"${didYouMean(value, choices)}.`,
    );
  }
}

function listed(choices: readonly string[]): string {
  const last = choices.at(-1) ?? "";
  return choices.length > 1 ? `${choices.slice(0, -1).join(", ")} or ${last}` : last;
}

function parseOrExplain(command: Command, known: Record<string, Flag>, argv: string[]) {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, flag]) => [
      name,
      {
        type: flag.type,
        multiple: flag.multiple ?? false,
        ...(name === "help" && { short: "h" }),
      },
    ]),
  );
  try {
    const args = argv.map(asWord);
    const { values, positionals } = parseArgs({
      ...{ args, options, allowPositionals: true, strict: true },
    });
    return { values, positionals: positionals.map(withoutMark) };
  } catch (error) {
    throw usageError(command, faultText(error, known));
  }
}

/** In our own words where Node's do not help. */
function faultText(error: unknown, known: Record<string, Flag>): string {
  const reason = error instanceof Error ? error.message : String(error);
  const [, unknown] = /^Unknown option '(-{1,2}[^']{0,200})'/.exec(reason) ?? [];
  if (unknown !== undefined)
    return `has no flag ${unknown}${didYouMean(
      unknown,
      Object.keys(known).map((name) => `--${name}`),
    )}`;
  const [, flag = ""] = /^Option '(?:-\w, )?--([\w-]{1,100})/.exec(reason) ?? [];
  const found = known[flag];
  if (found?.type === "boolean") return `takes no value with --${flag}`;
  if (found !== undefined && /argument missing/.test(reason))
    return `needs a value after --${flag}: --${flag} ${found.value ?? "TEXT"}`;
  if (found !== undefined && /ambiguous/.test(reason))
    return `needs a value after --${flag}; one that begins with a dash is written as --${flag}=-VALUE`;
  return `did not understand its arguments (${reason.split(/[.\n]/, 1)[0]})`;
}

const wordMark = "\uE000";

/** No flag begins with a dash and a blank: that is an item of a list in an instruction. */
function asWord(argument: string): string {
  return /^-\s/.test(argument) ? wordMark + argument : argument;
}

function withoutMark(word: string): string {
  return word.startsWith(`${wordMark}-`) ? word.slice(wordMark.length) : word;
}

function usageError(command: Command, fault: string): AppError {
  return new AppError(
    "invalid_request",
    `docent ${command.name} ${fault}: "docent ${command.name} --help" shows how to use it.`,
  );
}

function toFlags(values: Record<string, unknown>): Flags {
  const text = (name: string) =>
    typeof values[name] === "string" ? withoutMark(values[name]) : undefined;
  return {
    text,
    required(name) {
      const value = text(name);
      if (value === undefined) throw new Error(`--${name} is declared as required nowhere`);
      return value;
    },
    choice: (name, choices) => choices.find((choice) => choice === text(name)),
    list: (name) => (Array.isArray(values[name]) ? values[name].map(String).map(withoutMark) : []),
    has: (name) => values[name] === true,
  };
}
