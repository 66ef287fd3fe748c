import { AppError } from "../lib/app-error.ts";
import { didYouMean, nearestWord } from "../text/nearest-word.ts";
import type { ListedCommand } from "./command.ts";
import { commandList } from "./command-list.ts";

/** The command that is typed, or what was probably meant. */
export function findCommand(argv: string[]): ListedCommand {
  const end = argv.findIndex((word) => word.startsWith("-"));
  const [first = "", second] = end === -1 ? argv : argv.slice(0, end);
  if (argv[0]?.startsWith("-"))
    throw wrong(`The command comes first, then its flags: docent COMMAND ${argv[0]} ….`);
  const typed = `${first} ${second}`;
  const whole = commandList.find(({ name }) => name === typed);
  if (whole) return whole;
  const group = commandGroup(first);
  const single = commandList.find(({ name }) => name === first);
  if (single && (group.length === 0 || second === undefined)) return single;
  if (group.length > 0) throw wrong(groupText(first, second, group));
  const names = commandList.flatMap(({ name }) => [name, name.split(" ", 1).join()]);
  const near = nearestWord(typed, names) ?? nearestWord(first, names);
  const meant = near === undefined ? "" : ` (did you mean "${near}"?)`;
  throw wrong(`There is no command "${first}"${meant}: "docent help" lists them.`);
}

/** The commands that begin with this word. */
export function commandGroup(first: string): ListedCommand[] {
  return commandList.filter(({ name }) => name.startsWith(`${first} `));
}

/** Whether the word is only the beginning of commands. */
export function isGroup(first: string): boolean {
  return commandGroup(first).length > 0 && !commandList.some(({ name }) => name === first);
}

function groupText(first: string, second: string | undefined, group: ListedCommand[]): string {
  const names = group.map(({ name }) => `docent ${name}`).join(", ");
  if (second === undefined) return `"docent ${first}" needs one more word: ${names}.`;
  const seconds = group.map(({ name }) => name.slice(first.length + 1));
  return `There is no "docent ${first} ${second}"${didYouMean(second, seconds)}: there are ${names}.`;
}

function wrong(message: string): AppError {
  return new AppError("invalid_request", message);
}
