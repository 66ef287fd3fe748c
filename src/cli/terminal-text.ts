/** Columns as wide as their longest cell; the last one is free. No line is wider than the terminal, where it is one. */
export function table(
  head: string[],
  rows: string[][],
  columns = Number.POSITIVE_INFINITY,
): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const line = (row: string[]) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    const text = cells.join("  ").trimEnd();
    return text.length > columns ? `${text.slice(0, columns - 1)}…` : text;
  };
  return all.map(line).join("\n");
}

/** A stored time, exact to the minute. */
export function minuteText(time: string | null): string {
  return time?.slice(0, 16).replace("T", " ") ?? "never";
}

export function lineRange(startLine: number, endLine: number): string {
  return startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
}

/** Text as a terminal may be given it: docs and file names can hold escape sequences that rewrite what it shows. */
export function plainText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "");
}
