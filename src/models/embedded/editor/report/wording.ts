/** The text on one line, without control characters, cut at a word where it is longer than `length`. */
export function oneLine(text: string, length: number): string {
  const line = text
    .slice(0, 10_000)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > length / 2 ? cut.slice(0, space) : cut).trimEnd().toWellFormed()}…`;
}

/** A path or a piece of text as inline code, whatever backticks it holds. */
export function codeSpan(text: string): string {
  const line = oneLine(text, 200);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  if (longest === 0) return `\`${line}\``;
  const mark = "`".repeat(longest + 1);
  return `${mark} ${line} ${mark}`;
}

/** "1 page", "2 pages". */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** "a", "a and b", "a, b and 3 more". */
export function listed(items: string[], most: number): string {
  const shown = items.slice(0, most);
  const rest = items.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  if (all.length < 2) return all.join("");
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
