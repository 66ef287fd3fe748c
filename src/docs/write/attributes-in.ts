/** An attribute of a tag, or what a reader of HTML may take for one. */
export type FoundAttribute = { name: string; value: string; start: number };

/**
 * Every name before an equals sign with the value behind it, in each way in which HTML lets them be written: with spaces
 * between, in any quotes or none, right behind another value. All of a text is read, because hostile text need not show
 * where its tags begin. Linear: names do not overlap, and neither do the values of those that are wanted.
 */
export function* attributesIn(
  text: string,
  isWanted: (name: string) => boolean,
): Generator<FoundAttribute> {
  for (let at = text.indexOf("="); at !== -1; ) {
    const word = wordBefore(text, at);
    const name = nameOf(word);
    let next = at + 1;
    if (isWanted(name)) {
      const value = valueAt(text, at + 1);
      yield { name, value: value.text, start: at - word.length };
      next = Math.max(next, value.end);
    }
    at = text.indexOf("=", next);
  }
}

function wordBefore(text: string, equals: number): string {
  let end = equals;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && /[^\s=<>{}]/.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

/** Behind a quote or a slash another attribute begins; a name in brackets may hold both. */
function nameOf(word: string): string {
  const computed = /(?:^|["'/])((?:v-[\w-]*:?|[:@#.])\[[\s\S]*)$/.exec(word)?.[1];
  return (
    computed ?? word.slice(Math.max(...['"', "'", "/"].map((mark) => word.lastIndexOf(mark))) + 1)
  );
}

function valueAt(text: string, from: number): { text: string; end: number } {
  const spaces = /\s*/y;
  spaces.lastIndex = from;
  spaces.test(text);
  const start = spaces.lastIndex;
  const quote = text.charAt(start);
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, start + 1);
    const end = close === -1 ? text.length : close;
    return { text: text.slice(start + 1, end), end };
  }
  const plain = /[^\s>]*/y;
  plain.lastIndex = start;
  const value = plain.exec(text)?.[0] ?? "";
  return { text: value, end: start + value.length };
}
