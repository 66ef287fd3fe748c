/** A place in a line; `column` counts a tab as far as it reaches, and may lie inside one. */
export type Cursor = { line: string; at: number; column: number };

export function cursorAt(line: string): Cursor {
  return { line, at: 0, column: 0 };
}

/** The rest of the line from its first character that is neither space nor tab; others that look blank are text. */
export function textOf(cursor: Cursor): string {
  return cursor.line.slice(cursor.at).replace(/^[ \t]+/, "");
}

/** Columns of white space from here. */
export function columnsAhead({ line, at, column }: Cursor): number {
  let end = column;
  for (let index = at; index < line.length; index += 1) {
    const character = line[index];
    if (character === " ") end += 1;
    else if (character === "\t") end += 4 - (end % 4);
    else break;
  }
  return end - column;
}

export function skipColumns(cursor: Cursor, columns: number): void {
  const target = cursor.column + columns;
  while (cursor.column < target) {
    const width = cursor.line[cursor.at] === "\t" ? 4 - (cursor.column % 4) : 1;
    if (cursor.column + width > target) {
      cursor.column = target;
      return;
    }
    cursor.column += width;
    cursor.at += 1;
  }
}
