/** Longer code spans are not recognised by the Markdown reader. */
const longestCodeSpan = 3500;
const longestTarget = 1500;

/** Plain text so that no character of it is markup inside a line. */
export function escapeInline(text: string): string {
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
  return escapeLineStart(escapeInline(oneLine(text)));
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function codeSpan(text: string): string {
  const code = oneLine(text);
  if (code === "") return "";
  if (code.length > longestCodeSpan) return escapeInline(code);
  const ticks = "`".repeat(longestRun(code) + 1);
  const isPadded = code.startsWith("`") || code.endsWith("`");
  return isPadded ? `${ticks} ${code} ${ticks}` : `${ticks}${code}${ticks}`;
}

export function codeBlock(language: string, code: string): string {
  const ticks = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${ticks}${language}\n${code}\n${ticks}`;
}

/** An address as it stands in the round brackets of a link; undefined when none should lead there. */
export function linkTarget(address: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip such characters in a scheme.
  const target = address.replace(/[\u0000-\u001f]+/g, "").trim();
  if (target === "" || target.length > longestTarget) return undefined;
  if (/^(?:javascript|vbscript|data|file|blob):/i.test(target)) return undefined;
  return target.replace(
    /[\s<>()|\\`*{}]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

export function indent(block: string, width: number): string {
  const space = " ".repeat(width);
  return block.replace(/\n(?=[^\n])/g, `\n${space}`);
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}
