/** Where the code of a built file comes from; `marks` holds five numbers for each piece, in the order of the code. */
export type SourceMap = { sources: string[]; marks: Int32Array };

type Place = { source: string; line: number; column: number };

const fields = 5;

/** Reads a source map of version 3, with lines from 1 on and columns from 0 on. */
export function readMappings(json: string): SourceMap {
  const { sources, mappings }: { sources: string[]; mappings: string } = JSON.parse(json);
  const marks: number[] = [];
  let [source, line, column] = [0, 1, 0];
  for (const [index, row] of mappings.split(";").entries()) {
    let builtColumn = 0;
    for (const piece of row === "" ? [] : row.split(",")) {
      const [columns = 0, ...origin] = readNumbers(piece);
      builtColumn += columns;
      if (origin.length < 3) continue;
      source += origin[0] ?? 0;
      line += origin[1] ?? 0;
      column += origin[2] ?? 0;
      marks.push(index + 1, builtColumn, source, line, column);
    }
  }
  return { sources, marks: Int32Array.from(marks) };
}

/** The place of the last piece that begins at or before a place of the built file, columns from 1 on as stacks have them. */
export function sourcePlace(
  { sources, marks }: SourceMap,
  line: number,
  column: number,
): Place | undefined {
  const isBefore = (at: number) => {
    const own = marks[at * fields] ?? 0;
    return own < line || (own === line && (marks[at * fields + 1] ?? 0) < column);
  };
  let [low, high] = [0, marks.length / fields];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  const [own, , source = 0, ownLine = 0, ownColumn = 0] = marks.subarray((low - 1) * fields);
  const name = sources[source];
  if (own !== line || name === undefined) return undefined;
  return { source: name, line: ownLine, column: ownColumn + 1 };
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const digitOf = new Uint8Array(128);
for (let digit = 0; digit < digits.length; digit += 1) digitOf[digits.charCodeAt(digit)] = digit;

/** Numbers of five bits a letter, the lowest first; the lowest bit of a number is its sign. */
function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const digit = digitOf[text.charCodeAt(at)] ?? 0;
    value += (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}
