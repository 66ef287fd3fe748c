import { visibleLine, visibleText } from "./visible-text.ts";

/**
 * Plain text of others for a commit: a message is read as it stands, so code marks protect nothing there. It mentions
 * nobody, closes nothing, links to nothing and switches no automation off.
 */
export function commitText(text: string): string {
  const spaced = visibleText(text).replace(/(?<=\S)[^\S\n]+/g, " ");
  return withoutSwitches(brokenClosing(spaced))
    .replace(/(?<![A-Za-z0-9])@(?=[\w.])/g, "@ ")
    .replace(/#(?=\d)/g, "# ")
    .replace(/:\/\/(?=\S)|\bwww\.(?=\S)/gi, "$& ");
}

/**
 * A title of others: names, numbers and addresses are code, which protects them on a page. A title also becomes the first line of
 * a commit, where it closes nothing and switches nothing off. To defuse a title again leaves it as it is.
 */
export function defuseTitle(text: string): string {
  const parts = withPairedTicks(withoutSwitches(brokenClosing(visibleLine(text)))).split(
    /(`[^`]*`)/,
  );
  return parts
    .map((part, index) => (index % 2 === 1 ? part : part.replace(nameOrNumber, "`$&`")))
    .join("");
}

function withPairedTicks(text: string): string {
  const parts = text.replace(/`+/g, "`").split("`");
  const last = parts.length % 2 === 0 ? parts.pop() : "";
  return parts.join("`") + last;
}

const nameOrNumber =
  /(?:(?:https?|ftp):\/\/|www\.)[^\s<>]+|(?<![A-Za-z0-9])@[\w][\w/-]*(?:\.[\w/-]+)*|#\d+|(?<![A-Za-z0-9])GH-\d+/gi;

/**
 * The body of a commit, plain text of others, without lines that git or a forge would read as trailers: they name
 * authors, signatures and sessions. What makes git stop reading a message early is indented, because the paragraph before
 * it would then be the last.
 */
export function defuseTrailers(text: string): string {
  const lines = text.split("\n").map(withoutName);
  const last = lines.findLastIndex((line) => /^\s*$/.test(line));
  return lines
    .map((line, index) => (isCut(line) || (index > last && isTrailer(line)) ? `  ${line}` : line))
    .join("\n");
}

/** "Signed-off-by:" and every other name of several words, wherever it stands: some forges look at all lines. */
function withoutName(line: string): string {
  return line.replace(/^(\s*[A-Za-z\d]+(?:-[A-Za-z\d]+)+)\s*:\s*/, "$1 ");
}

function isCut(line: string): boolean {
  return /^---(?:\s|$)|^\S -+ >8 -/.test(line);
}

function isTrailer(line: string): boolean {
  return /^(?:[A-Za-z\d-]+\s*:|\(cherry picked from commit )/.test(line);
}

const closing =
  /\b((?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)(?::\s*|\s+)(?:issues?\s+)?[`*_~"'([]{0,4})(?:([\w./-]{0,400})#(?=\d)|(?=https?:|GH-\d))/gi;

/** Some forges look for "Fixes #1" in the raw text, code included. */
export function brokenClosing(text: string): string {
  return text.replace(closing, (_, words: string, place: string | undefined) =>
    place === undefined ? `${words}<` : `${words}${place}# `,
  );
}

/** "[skip ci]" and its like: every service that builds has its own name for itself. */
function withoutSwitches(text: string): string {
  return text
    .replace(/\[([^[\]]{1,60})\]/g, (whole, words: string) =>
      isSwitch(words) ? `(${words})` : whole,
    )
    .replace(/\*(no_ci)\*/gi, "$1")
    .replace(/\bskip-checks[^\S\n]*:[^\S\n]*/gi, "skip-checks ");
}

function isSwitch(words: string): boolean {
  return /^(?:skip[\s_-]{0,50}[\w-]{1,50}|[\w-]{1,50}[\s_-]{0,50}skip|no[\s_-]{0,50}(?:ci|actions|checks))$/i.test(
    words.trim(),
  );
}
