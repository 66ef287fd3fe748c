/** Rows of cells as a Markdown table; the first row is the head. */
export function markdownTable(rows: string[][]): string {
  const [head = [], ...body] = rows;
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...body.map(line)].join("\n");
}
