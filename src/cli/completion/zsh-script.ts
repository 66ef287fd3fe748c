import {
  type CompletedCommand,
  type CompletedFlag,
  followers,
  type Holds,
  topFlags,
} from "./list-completions.ts";

/** Works as a file named _docent in a folder of $fpath, and read with `source`. */
export function zshScript(commands: CompletedCommand[]): string {
  const next = followers(commands);
  const beginnings = [...new Set([...next.keys(), ...commands.map(({ name }) => name)])];
  const summaries = new Map(commands.map(({ name, summary }) => [name, summary]));
  const values = commands.flatMap(({ name, flags }) =>
    flags
      .filter(({ holds }) => holds !== "nothing")
      .map((flag) => `    (${quoted(`${name} ${flag.name}`)}) ${offer(flag.holds)}; return ;;`),
  );
  const follow = beginnings.map((name) => {
    const found = (next.get(name) ?? []).map((word) => ({
      ...{ name: word, help: summaries.get(`${name} ${word}`.trim()) ?? "" },
    }));
    const own = commands.find((command) => command.name === name)?.word ?? "nothing";
    return `    (${quoted(name)}) ${found.length > 0 ? describe("command", found) : offer(own)} ;;`;
  });
  return [
    "#compdef docent",
    "_docent_domains() {",
    `  compadd -- \${(f)"$("\${words[1]}" projects list 2>/dev/null | awk 'NR>1{print $1}')"}`,
    "}",
    "_docent() {",
    "  local typed='' longer flag",
    "  local -a found",
    "  integer i",
    "  for ((i = 2; i < CURRENT; i++)); do",
    `    longer="\${typed:+$typed }\${words[i]}"`,
    '    case "$longer" in',
    `      (${beginnings.filter(Boolean).map(quoted).join("|")}) typed=$longer ;;`,
    "      (*) break ;;",
    "    esac",
    "  done",
    `  flag=\${words[CURRENT-1]}`,
    `  if [[ $PREFIX == --*=* ]]; then flag=\${PREFIX%%=*}; compset -P 1 '*='; fi`,
    '  case "$typed $flag" in',
    ...values,
    "  esac",
    '  if [[ $PREFIX == -* ]]; then case "$typed" in',
    ...[{ name: "", flags: topFlags }, ...commands].map(
      ({ name, flags }) => `    (${quoted(name)}) ${describe("flag", flags)} ;;`,
    ),
    "  esac; return; fi",
    '  case "$typed" in',
    ...follow,
    "  esac",
    "}",
    "if [[ $funcstack[1] == _docent ]]; then",
    '  _docent "$@"',
    "else",
    "  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }",
    "  compdef _docent docent",
    "fi",
  ].join("\n");
}

function offer(holds: Holds): string {
  if (typeof holds === "object") return `compadd -- ${holds.map(quoted).join(" ")}`;
  if (holds === "file") return "_files";
  if (holds === "folder") return "_files -/";
  return holds === "domain" ? "_docent_domains" : ":";
}

type Described = Pick<CompletedFlag, "name" | "help">;

function describe(kind: "command" | "flag", list: Described[]): string {
  if (list.length === 0) return ":";
  const lines = list.map(({ name, help }) =>
    quoted(help === "" ? name : `${name}:${help.replaceAll(":", "\\:")}`),
  );
  return `found=(${lines.join(" ")}); _describe ${kind === "flag" ? "-o " : ""}${kind} found`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
