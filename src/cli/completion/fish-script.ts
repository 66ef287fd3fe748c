import {
  type CompletedCommand,
  type CompletedFlag,
  followers,
  type Holds,
  topFlags,
} from "./list-completions.ts";

export function fishScript(commands: CompletedCommand[]): string {
  const next = followers(commands);
  const beginnings = [...new Set([...next.keys(), ...commands.map(({ name }) => name)])];
  const summaries = new Map(commands.map(({ name, summary }) => [name, summary]));
  return [
    "# Completion of docent for fish.",
    "function __docent_command",
    "  set -l typed ''",
    "  for word in (commandline -opc)[2..]",
    '    set -l longer (string trim "$typed $word")',
    `    contains -- $longer ${beginnings.filter(Boolean).map(quoted).join(" ")}; or break`,
    "    set typed $longer",
    "  end",
    "  echo $typed",
    "end",
    "function __docent_is",
    '  test (__docent_command) = "$argv[1]"',
    "end",
    "function __docent_domains",
    "  docent projects list 2>/dev/null | tail -n +2 | string split -f1 ' '",
    "end",
    "complete -c docent -f",
    ...[...next].flatMap(([before, words]) =>
      words.map((word) => {
        const summary = summaries.get(`${before} ${word}`.trim()) ?? "";
        return `complete -c docent -n ${isAt(before)} -a ${word}${about(summary)}`;
      }),
    ),
    ...topFlags.map((flag) => flagLine("", flag)),
    ...commands.flatMap(({ name, flags, word }) => [
      ...flags.map((flag) => flagLine(name, flag)),
      ...(word === "nothing" || word === "text"
        ? []
        : [`complete -c docent -n ${isAt(name)}${takes(word).replace(/^ -[xr]/, "")}`]),
    ]),
  ].join("\n");
}

function flagLine(command: string, { name, holds, help }: CompletedFlag): string {
  return `complete -c docent -n ${isAt(command)} -l ${name.slice(2)}${takes(holds)}${about(help)}`;
}

function isAt(command: string): string {
  return quoted(`__docent_is "${command}"`);
}

function takes(holds: Holds): string {
  if (typeof holds === "object") return ` -x -a ${quoted(holds.join(" "))}`;
  if (holds === "nothing") return "";
  if (holds === "file") return " -r -F";
  if (holds === "folder") return " -x -a '(__fish_complete_directories)'";
  return holds === "domain" ? " -x -a '(__docent_domains)'" : " -x";
}

function about(text: string): string {
  return text === "" ? "" : ` -d ${quoted(text)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
