/** Where the code of a built file comes from; `marks` holds five numbers for each piece, in the order of the code. */
export type SourceMap = { sources: string[]; marks: Int32Array };

type Place = { source: string; line: number; column: number };

const fields = 5;

/** Reads a source map of version 3, with lines from 1 on and columns from 0 on. */
export function readMappings(json: string): SourceMap {
  const { sources, mappings }: { sources: string[]; mappings: string } = JSON.parse(json);
  return { sources, marks: readMarks(mappings) };
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const digitOf = new Uint8Array(128);
for (let digit = 0; digit < digits.length; digit += 1) digitOf[digits.charCodeAt(digit)] = digit;

const [endOfPiece, endOfLine] = [",".charCodeAt(0), ";".charCodeAt(0)];

/**
 * Pieces are numbers of five bits a letter, the lowest first; the lowest bit of a number is its sign. All but the column in the
 * built file go on from the piece before. A server's map has a million letters: they are looked at once, and none is copied.
 */
function readMarks(mappings: string): Int32Array {
  const letters = Buffer.from(`${mappings};`, "latin1");
  // The shortest piece has four letters and an end.
  const marks = new Int32Array(Math.ceil(letters.length / 5) * fields);
  // The line and the column in the built file, the source, the line and the column there.
  const mark = new Int32Array([1, 0, 0, 1, 0]);
  let [end, field, value, shift] = [0, 1, 0, 0];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? endOfLine;
    if (letter === endOfPiece || letter === endOfLine) {
      if (field >= fields) {
        marks.set(mark, end);
        end += fields;
      }
      field = 1;
      if (letter === endOfPiece) continue;
      mark[0] = (mark[0] ?? 0) + 1;
      mark[1] = 0;
      continue;
    }
    const digit = digitOf[letter] ?? 0;
    value += (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    // A fifth number is of a name, which nobody asks for.
    if (field < fields) mark[field] = (mark[field] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1);
    field += 1;
    value = 0;
    shift = 0;
  }
  return marks.slice(0, end);
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
  if (low === 0) return undefined;
  const [own, , source = 0, ownLine = 0, ownColumn = 0] = marks.subarray((low - 1) * fields);
  const name = sources[source];
  if (own !== line || name === undefined) return undefined;
  return { source: name, line: ownLine, column: ownColumn + 1 };
}
