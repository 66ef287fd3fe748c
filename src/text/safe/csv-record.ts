export type CsvCell = string | number | null;

/** One record of RFC 4180, that no spreadsheet takes for a formula. */
export function csvRecord(cells: CsvCell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = guarded(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run a cell that begins like a formula; readers' words must not become one. Where commas are decimal
 * signs they part cells at semicolons instead, see no quotes in the middle of one, and end it with the line.
 */
function guarded(text: string): string {
  const inner = text.replace(/([;\t\r\n][" ]*)(?=[=+\-@＝＋－＠])/g, "$1'");
  return /^[" ]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(inner) ? `'${inner}` : inner;
}
