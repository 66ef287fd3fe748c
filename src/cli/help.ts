import type { Command, Flag, ListedCommand } from "./command.ts";
import { commandList } from "./command-list.ts";
import { flagsOf } from "./parse-arguments.ts";
import { wrapped, wrappedLine } from "./wrap-text.ts";

const columns = 80;
const widestName = 28;

/** All commands, or those of one group. */
export function overview(commands: ListedCommand[] = commandList): string {
  return [
    "Docent answers readers' questions from your docs, every statement cited.",
    "",
    "Usage: docent COMMAND [flags]",
    "",
    ...twoColumns(commands.map(({ name, summary }) => [name, summary])),
    "",
    'Start with "docent init" or "docent serve". "docent help COMMAND" shows flags',
    'and examples; "docent completion SHELL" lets your shell complete them.',
    "Settings come from flags, the environment and --settings: see .env.example.",
    "Exit status: 0 it worked; 1 it failed, or a check found something; 2 what was",
    "given is wrong, or a check could not run.",
  ].join("\n");
}

export function commandHelp({ summary, page, name }: ListedCommand, command: Command): string {
  const usage = ["docent", name, "[flags]", command.words?.usage ?? ""].join(" ").trim();
  const flags = Object.entries(flagsOf(command)).map(([flag, about]): [string, string] => [
    flagUsage(flag, about),
    `${about.help}${about.required ? " Required." : ""}`,
  ]);
  return [
    ...wrapped(summary, columns),
    "",
    `Usage: ${usage}`,
    "",
    ...twoColumns(flags),
    "",
    "Examples:",
    ...command.examples.flatMap((example) => wrappedLine(example, columns)),
    "",
    ...wrapped(`Read next: docs/${page}.mdx${siblingText(name)}`, columns),
  ].join("\n");
}

/** Other commands of the same group. */
function siblingText(name: string): string {
  const [group] = name.split(" ");
  const siblings = commandList
    .map((listed) => listed.name)
    .filter((other) => other !== name && other.split(" ")[0] === group);
  return siblings.length === 0 ? "" : `; see also docent ${siblings.join(", ")}`;
}

function flagUsage(name: string, flag: Flag): string {
  if (flag.type === "boolean") return `--${name}`;
  return `--${name} ${flag.value ?? "TEXT"}${flag.multiple ? " …" : ""}`;
}

/** A name that is too wide for its column stands on a line of its own. */
function twoColumns(rows: [string, string][]): string[] {
  const fitting = rows.map(([name]) => name.length).filter((length) => length <= widestName);
  const width = Math.max(...fitting) + 2;
  return rows.flatMap(([name, text]) => {
    const [first = "", ...more] = wrapped(text, columns - width - 2);
    const rest = more.map((line) => `  ${" ".repeat(width)}${line}`);
    if (name.length <= widestName) return [`  ${name.padEnd(width)}${first}`, ...rest];
    return [`  ${name}`, `  ${" ".repeat(width)}${first}`, ...rest];
  });
}
