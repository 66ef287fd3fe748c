const longestSpan = 4000;

/** The end of the backticks at `start`, and of the code span they open: the same place when nothing closes them. */
export function readCodeSpan(text: string, start: number): { ticksEnd: number; end: number } {
  let ticksEnd = start + 1;
  while (text[ticksEnd] === "`") ticksEnd += 1;
  const limit = Math.min(text.length, ticksEnd + longestSpan);
  let index = ticksEnd;
  while (index < limit) {
    if (text[index] === "\n" && isBlankFrom(text, index + 1)) break;
    if (text[index] !== "`") {
      index += 1;
      continue;
    }
    const runStart = index;
    while (text[index] === "`") index += 1;
    if (index - runStart === ticksEnd - start) return { ticksEnd, end: index };
  }
  return { ticksEnd, end: ticksEnd };
}

function isBlankFrom(text: string, from: number): boolean {
  let index = from;
  while (text[index] === " " || text[index] === "\t") index += 1;
  return index >= text.length || text[index] === "\n";
}
