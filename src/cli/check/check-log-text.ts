/**
 * Text of a repository as it can stand in the log of a CI run: on one line, and nothing in it is a command. GitHub
 * Actions reads "::" at the start of a line, blanks before it or not, and "##[" anywhere; others read "##name[".
 */
export function logText(text: string): string {
  return text
    .toWellFormed()
    .replace(unseen, escaped)
    .replace(/^(\s*):(?=:)/, "$1\\x3a")
    .replace(commandMark, "#\\x23");
}

/** JSON that means the same after a terminal or a log had it: what they would drop or obey is escaped. */
export function logJson(value: unknown): string {
  // Outside of its strings JSON has none of these characters, so the escapes are always inside one.
  return JSON.stringify(value, null, 2)
    .replace(unseenInJson, (character) => `\\u${hex(character, 4)}`)
    .replace(commandMark, "#\\u0023");
}

const commandMark = /##(?=\w*\[)/g;
/** Control characters, line separators, and marks that turn the direction of text around. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const unseenInJson = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const shortEscapes = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function escaped(character: string): string {
  const short = shortEscapes.get(character);
  if (short !== undefined) return short;
  return character <= "\u00ff" ? `\\x${hex(character, 2)}` : `\\u${hex(character, 4)}`;
}

function hex(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, "0");
}
