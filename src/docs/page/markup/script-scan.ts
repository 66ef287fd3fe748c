/** Steps left for look-ahead that came to nothing: hostile pages run out of it instead of taking quadratic time. */
export type Effort = { left: number };

export function effortFor(text: string): Effort {
  return { left: 10 * text.length + 100_000 };
}

/** The place after the brace that closes the one at `start`. Nothing is run: strings and comments are skipped over. */
export function bracesEnd(text: string, start: number, effort: Effort): number | undefined {
  if (effort.left <= 0) return undefined;
  let depth = 0;
  let index = start;
  while (index < text.length) {
    const character = text[index];
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth === 0) return index + 1;
    index = nextInScript(text, index, effort);
  }
  effort.left -= text.length - start;
  return undefined;
}

/**
 * Where the import or export statements at `start` end: the start of the line after them.
 * A statement whose brackets never close ends with its paragraph.
 */
export function statementsEnd(text: string, start: number, effort: Effort): number {
  if (effort.left <= 0) return endOf(text, "\n", start);
  let depth = 0;
  let index = start;
  while (index < text.length) {
    const character = text.charAt(index);
    if ("([{".includes(character)) depth += 1;
    if (")]}".includes(character)) depth -= 1;
    if (character === "\n" && depth <= 0 && !continues(text, start, index)) return index + 1;
    index = nextInScript(text, index, effort);
  }
  if (depth <= 0) return text.length;
  effort.left -= text.length - start;
  const blank = text.indexOf("\n\n", start);
  return blank === -1 ? text.length : blank + 1;
}

const importStart =
  /^import(?:\s*["'{]|\s+(?:type\s+)?(?:\{|\*\s+as\b|[\w$]+\s*(?:,\s*[{*]|from\s*["'])))/;
const exportStart =
  /^export\s*(?:\{|\*|(?:const|let|var|type)\s+[\w$[{]+\s*[=:<,}\]]|(?:default|function|class|async|interface)\s)/;

export function startsStatement(text: string, at: number): boolean {
  const head = text.slice(at, at + 120);
  return importStart.test(head) || exportStart.test(head);
}

function continues(text: string, start: number, lineEnd: number): boolean {
  const before = text.slice(Math.max(start, lineEnd - 20), lineEnd).trimEnd();
  if (/(?:[=(,+?:|&]|=>)$/.test(before)) return true;
  const after = text.slice(lineEnd + 1, lineEnd + 20);
  return /^[ \t]+\S/.test(after) || /^(?:[.?:|&)\]}]|from\b)/.test(after);
}

/** The next place to look at: after a string, template or comment that begins here, else one further. */
function nextInScript(text: string, index: number, effort: Effort): number {
  const character = text[index];
  if (character === '"' || character === "'" || character === "`")
    return stringEnd(text, index, effort);
  if (character !== "/") return index + 1;
  if (text[index + 1] === "*") return endOf(text, "*/", index + 2);
  if (text[index + 1] === "/" && text[index - 1] !== ":") return endOfLine(text, index);
  return index + 1;
}

/** Markup between tags may hold a lone apostrophe, so a quote that its line does not close is no string. */
function stringEnd(text: string, start: number, effort: Effort): number {
  const quote = text[start];
  let index = start + 1;
  for (; effort.left > 0 && index < text.length; index += 1) {
    const character = text[index];
    if (character === "\\") index += 1;
    else if (character === quote) return index + 1;
    else if (character === "\n" && quote !== "`") break;
  }
  effort.left -= index - start;
  return start + 1;
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

function endOfLine(text: string, from: number): number {
  const found = text.indexOf("\n", from);
  return found === -1 ? text.length : found;
}
