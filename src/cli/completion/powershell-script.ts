import { type CompletedCommand, followers, topFlags } from "./list-completions.ts";

export function powershellScript(commands: CompletedCommand[]): string {
  const next = followers(commands);
  const values = commands.flatMap(({ name, flags }) =>
    flags.flatMap(({ name: flag, holds }) =>
      typeof holds === "object" ? [`    ${quoted(`${name} ${flag}`)} = ${list(holds)}`] : [],
    ),
  );
  return [
    "# Completion of docent for PowerShell.",
    "Register-ArgumentCompleter -Native -CommandName docent -ScriptBlock {",
    "  param($wordToComplete, $commandAst, $cursorPosition)",
    "  $next = @{",
    ...[...next].map(([before, words]) => `    ${quoted(before)} = ${list(words)}`),
    "  }",
    "  $flags = @{",
    ...[{ name: "", flags: topFlags }, ...commands].map(
      ({ name, flags }) => `    ${quoted(name)} = ${list(flags.map((flag) => flag.name))}`,
    ),
    "  }",
    "  $values = @{",
    ...values,
    "  }",
    "  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })",
    "  if ($wordToComplete -ne '' -and $typed.Count -gt 0) {",
    "    $typed = @($typed | Select-Object -First ($typed.Count - 1))",
    "  }",
    "  $command = ''",
    "  foreach ($word in $typed) {",
    '    $longer = "$command $word".Trim()',
    "    if (-not ($next.ContainsKey($longer) -or $flags.ContainsKey($longer))) { break }",
    "    $command = $longer",
    "  }",
    "  $last = if ($typed.Count -gt 0) { $typed[-1] } else { '' }",
    "  $words = @()",
    '  if ($values.ContainsKey("$command $last")) { $words = $values["$command $last"] }',
    "  elseif ($wordToComplete -like '-*') { $words = $flags[$command] }",
    "  elseif ($next.ContainsKey($command)) { $words = $next[$command] }",
    '  $words | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {',
    "    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)",
    "  }",
    "}",
  ].join("\n");
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(", ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
