import type { Command, Flag } from "./command.ts";
import type { ListedCommand } from "./command-list.ts";
import { commonFlags } from "./parse-arguments.ts";

export function overview(commands: ListedCommand[]): string {
  const width = Math.max(...commands.map((command) => command.name.length)) + 2;
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}${command.summary}`);
  return [
    "Docent answers readers' questions from your docs, every statement cited.",
    "",
    "Usage: docent COMMAND [flags]",
    "",
    ...lines,
    "",
    'Start with "docent serve". "docent COMMAND --help" shows flags and examples.',
    "Settings can also come from the environment: see .env.example.",
  ].join("\n");
}

export function commandHelp({ summary }: ListedCommand, command: Command): string {
  const flags = Object.entries({ ...command.flags, ...commonFlags });
  const width = Math.max(...flags.map(([name, flag]) => flagUsage(name, flag).length)) + 2;
  const usage = ["docent", command.name, "[flags]", command.words?.usage ?? ""].join(" ").trim();
  return [
    summary,
    "",
    `Usage: ${usage}`,
    "",
    ...flags.map(
      ([name, flag]) =>
        `  ${flagUsage(name, flag).padEnd(width)}${flag.help}${flag.required ? " Required." : ""}`,
    ),
    "",
    "Examples:",
    ...command.examples.map((example) => `  ${example}`),
  ].join("\n");
}

function flagUsage(name: string, flag: Flag): string {
  return flag.type === "boolean"
    ? `--${name}`
    : `--${name} ${flag.value ?? "TEXT"}${flag.multiple ? " …" : ""}`;
}
