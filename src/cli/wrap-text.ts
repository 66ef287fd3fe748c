/** A text in lines that are no wider than so many columns, where its words allow it. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A line for a shell, over several with a backslash where it is too wide; what is quoted stays whole. */
export function wrappedLine(line: string, columns: number): string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const indent = "  ";
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns - " \\".length)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${lines.length === 0 ? "" : "  "}${word}`);
  }
  return lines.map((one, place) => (place < lines.length - 1 ? `${one} \\` : one));
}
