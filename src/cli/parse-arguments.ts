import { parseArgs } from "node:util";
import { AppError } from "../lib/app-error.ts";
import type { Command, Flag, Flags } from "./command.ts";

export const commonFlags: Record<string, Flag> = {
  data: { type: "string", value: "DIR", help: "Data folder (default ./.docent, or DOCENT_DATA)." },
  help: { type: "boolean", help: "Show this help." },
};

export type Arguments = { flags: Flags; words: string[] };

export function parseArguments(command: Command, argv: string[]): Arguments {
  const known = { ...command.flags, ...commonFlags };
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
  const count = command.words?.count ?? 0;
  if (positionals.length < count && !command.words?.areOptional)
    throw usageError(command, `is missing ${command.words?.usage ?? ""}`);
  if (positionals.length > count)
    throw usageError(command, `does not take "${positionals[count]}"`);
  return { flags, words: positionals };
}

function parseOrExplain(command: Command, known: Record<string, Flag>, argv: string[]) {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, flag]) => [
      name,
      { type: flag.type, multiple: flag.multiple ?? false },
    ]),
  );
  try {
    const args = argv.map(asWord);
    const { values, positionals } = parseArgs({
      ...{ args, options, allowPositionals: true, strict: true },
    });
    return { values, positionals: positionals.map(withoutMark) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/, 1)[0] : String(error);
    throw usageError(command, `did not understand its arguments (${reason})`);
  }
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
    list: (name) => (Array.isArray(values[name]) ? values[name].map(String).map(withoutMark) : []),
    has: (name) => values[name] === true,
  };
}
