import { readFile } from "node:fs/promises";
import { AppError } from "../../lib/app-error.ts";

export type SettingValues = Record<string, string>;

const secretNames = /(?:KEY|TOKEN|SECRET|PASSWORD|DATABASE_(?:LISTEN_)?URL)/;

/** A file with these settings: lines that it had stay, but for those that set the same. */
export function settingsText(before: string, values: SettingValues): string {
  const left = new Map(Object.entries(values));
  const lines = before.replace(/\n$/, "").split("\n");
  const kept = (before === "" ? header : lines).map((line) => {
    const name = nameOf(line);
    const value = name === undefined ? undefined : left.get(name);
    if (name === undefined || value === undefined) return line;
    left.delete(name);
    return settingLine(name, value);
  });
  return `${[...kept, ...[...left].map(([name, value]) => settingLine(name, value))].join("\n")}\n`;
}

const header = [
  "# Settings of Docent, made by docent init. It may hold secrets: keep it out of git.",
  "# docent serve --settings FILE reads it.",
];

/** What would change, line by line, without showing a secret. */
export function settingsDifference(before: string, after: string): string[] {
  const had = before.split("\n").filter((line) => line !== "");
  const has = after.split("\n").filter((line) => line !== "");
  return [
    ...had.filter((line) => !has.includes(line)).map((line) => `- ${masked(line)}`),
    ...has.filter((line) => !had.includes(line)).map((line) => `+ ${masked(line)}`),
  ];
}

function masked(line: string): string {
  const name = nameOf(line);
  return name !== undefined && secretNames.test(name) ? `${name}=…` : line;
}

function nameOf(line: string): string | undefined {
  return /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1];
}

/** As both a shell and Docent read it. */
function settingLine(name: string, value: string): string {
  if (/^[\w.~+/=:@%,-]*$/.test(value)) return `${name}=${value}`;
  if (!value.includes("'") && !value.includes("\n")) return `${name}='${value}'`;
  throw new AppError(
    "invalid_request",
    `${name} cannot be written to a file of settings: it holds a quote or a line end.`,
  );
}

export async function readIfThere(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause) => {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return "";
    throw new AppError("unavailable", `--file ${path} cannot be read.`, { cause });
  });
}
