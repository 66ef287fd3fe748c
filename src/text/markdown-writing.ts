/** Longer code spans are not recognised by the Markdown reader. */
const longestCodeSpan = 3500;

/** The text on one line, without control characters and halves of characters. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** The text on one line, cut at a word where it is longer than `length`. */
export function shortLine(text: string, length: number): string {
  const line = oneLine(text.slice(0, Math.max(10_000, length * 2)));
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > length / 2 ? cut.slice(0, space) : cut).trimEnd().toWellFormed()}…`;
}

/** A path or any other text as inline code, whatever backticks it holds; "" stays "". What is longer is escaped instead. */
export function codeSpan(text: string, longest = longestCodeSpan): string {
  const code = oneLine(text);
  if (code === "") return "";
  if (code.length > longest) return escapeMarkdown(code);
  const ticks = "`".repeat(longestRun(code) + 1);
  const space = code.startsWith("`") || code.endsWith("`") ? " " : "";
  return `${ticks}${space}${code}${space}${ticks}`;
}

/** A code block whose fence no line of the code closes. */
export function fenceAround(code: string, info = ""): string {
  const ticks = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${ticks}${info}\n${code}\n${ticks}`;
}

/** The lines as a block quote. */
export function blockQuote(markdown: string): string {
  return markdown
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** Plain text so that no character of it is markup inside a line. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]<|]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/!$/, "\\!")
    .replace(/~(?=~)|(?<=~)~/g, "\\~")
    .replace(/&(?=#?\w{1,32};)/g, "\\&")
    .replace(/\{(?![\w.-]{1,100}\}[^`])/g, "\\{");
}

/** A line of Markdown whose first characters do not begin a list, a heading or any other block. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\")
    .replace(/^(?:[#>=]|[-+](?=[-+\s]|$)|:(?=[:\s-])|!(?=!!)|\?(?=\?\?))/, "\\$&");
}

/** Plain text as one line of Markdown that may stand anywhere. */
export function escapeLine(text: string): string {
  return escapeLineStart(escapeMarkdown(oneLine(text)));
}

/** An address as it stands in the round brackets of a link. */
export function linkTarget(address: string): string {
  return address.replace(/[\s<>()|\\`*{}]/g, percentEncoded);
}

function percentEncoded(character: string): string {
  const encoded = encodeURIComponent(character);
  // Brackets and stars, which an address may hold, stay as they are there.
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}
