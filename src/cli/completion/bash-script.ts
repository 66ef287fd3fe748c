import { type CompletedCommand, followers, type Holds, topFlags } from "./list-completions.ts";

export function bashScript(commands: CompletedCommand[]): string {
  const next = followers(commands);
  const beginnings = [...new Set([...next.keys(), ...commands.map(({ name }) => name)])];
  const values = commands.flatMap(({ name, flags }) =>
    flags
      .filter(({ holds }) => holds !== "nothing")
      .map((flag) => `    ${quoted(`${name} ${flag.name}`)}) ${reply(flag.holds)}; return ;;`),
  );
  const flags = commands.map(
    ({ name, flags }) => `    ${quoted(name)}) ${words(flags.map((flag) => flag.name))} ;;`,
  );
  const more = beginnings.map((name) => {
    const own = commands.find((command) => command.name === name)?.word ?? "nothing";
    return `    ${quoted(name)}) ${replyWith(next.get(name) ?? [], own)} ;;`;
  });
  return [
    "# Completion of docent for bash.",
    '_docent_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }',
    "_docent_files() {",
    "  type compopt >/dev/null 2>&1 && compopt -o filenames",
    "  local IFS=$'\\n'",
    '  COMPREPLY=($(compgen "$1" -- "$cur"))',
    "}",
    '_docent_domains() { _docent_words "$("$program" projects list 2>/dev/null | awk \'NR>1{print $1}\')"; }',
    "_docent() {",
    "  local cur prev program command word next i",
    `  cur=\${COMP_WORDS[COMP_CWORD]}`,
    `  prev=\${COMP_WORDS[COMP_CWORD-1]}`,
    `  program=\${COMP_WORDS[0]}`,
    // Bash takes --flag=value apart at the sign.
    `  if [[ $cur == = ]]; then cur=""; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi`,
    '  command=""',
    "  COMPREPLY=()",
    "  for ((i = 1; i < COMP_CWORD; i++)); do",
    `    word=\${COMP_WORDS[i]}`,
    `    next="\${command:+$command }$word"`,
    '    case "$next" in',
    `      ${beginnings.filter(Boolean).map(quoted).join("|")}) command=$next ;;`,
    "      *) break ;;",
    "    esac",
    "  done",
    '  case "$command $prev" in',
    ...values,
    "  esac",
    '  if [[ $cur == -* ]]; then case "$command" in',
    ...flags,
    `    "") ${words(topFlags.map(({ name }) => name))} ;;`,
    "  esac; return; fi",
    '  case "$command" in',
    ...more,
    "  esac",
    "}",
    "complete -F _docent docent",
  ].join("\n");
}

function replyWith(next: string[], own: Holds): string {
  if (next.length > 0) return words(next);
  return own === "nothing" ? ":" : reply(own);
}

function reply(holds: Holds): string {
  if (typeof holds === "object") return words(holds);
  if (holds === "file") return "_docent_files -f";
  if (holds === "folder") return "_docent_files -d";
  return holds === "domain" ? "_docent_domains" : ":";
}

function words(list: readonly string[]): string {
  return `_docent_words ${quoted(list.join(" "))}`;
}

function quoted(text: string): string {
  return `"${text}"`;
}
