import type { Flag, ListedCommand } from "../command.ts";
import { flagsOf } from "../parse-arguments.ts";

/** What may stand behind a flag or as the word of a command. */
export type Holds = "nothing" | "text" | "file" | "folder" | "domain" | readonly string[];

export type CompletedFlag = { name: string; help: string; holds: Holds };

export type CompletedCommand = {
  name: string;
  summary: string;
  flags: CompletedFlag[];
  word: Holds;
};

/** What may stand in place of a command. */
export const topFlags: CompletedFlag[] = [
  { name: "--help", help: "Show the commands.", holds: "nothing" },
  { name: "--version", help: "Show the version.", holds: "nothing" },
];

/** Everything that can be typed, as the commands themselves declare it. */
export async function listCompletions(list: ListedCommand[]): Promise<CompletedCommand[]> {
  const commands = list.map(async ({ name, summary, load }) => {
    const command = await load();
    const flags = Object.entries(flagsOf(command)).map(([flag, about]) => ({
      ...{ name: `--${flag}`, help: about.help, holds: holdsOf(flag, about) },
    }));
    return { name, summary, flags, word: wordOf(command.words) };
  });
  return [...(await Promise.all(commands)), helpCommand(list)];
}

/** It takes the first words of all others. */
function helpCommand(list: ListedCommand[]): CompletedCommand {
  const word = [...new Set(list.map(({ name }) => name.split(" ", 1).join()))];
  return { name: "help", summary: "Show flags and examples of a command.", flags: [], word };
}

function holdsOf(name: string, { type, choices, value = "" }: Flag): Holds {
  if (type === "boolean") return "nothing";
  if (choices !== undefined) return choices;
  if (name === "domain") return "domain";
  if (/^(?:DIR|FOLDER|PATH_OR_GIT_URL)$/.test(value)) return "folder";
  return /^(?:FILE|PATH)$/.test(value) ? "file" : "text";
}

function wordOf(words: { usage: string; choices?: readonly string[] } | undefined): Holds {
  if (words === undefined) return "nothing";
  if (words.choices !== undefined) return words.choices;
  if (words.usage === "FILE") return "file";
  return words.usage === "[PATH]" ? "folder" : "text";
}

/** The words that may follow those that are typed: `keys` is followed by `create`, `list` and `revoke`. */
export function followers(commands: CompletedCommand[]): Map<string, string[]> {
  const known = new Map<string, string[]>();
  for (const { name } of commands) {
    const words = name.split(" ");
    words.forEach((word, place) => {
      const before = words.slice(0, place).join(" ");
      const others = known.get(before) ?? [];
      if (!others.includes(word)) known.set(before, [...others, word]);
    });
  }
  return known;
}
