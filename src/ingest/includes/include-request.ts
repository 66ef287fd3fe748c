/** Which part of a file is wanted. Lines count from 1; marks are looked for in the text of the lines. */
export type Selection =
  | { kind: "all" }
  | { kind: "lines"; ranges: { from: number; to: number }[] }
  | { kind: "section"; name: string }
  | { kind: "between"; after: string | undefined; before: string | undefined };

/** A place in a page that asks for the text of another file. */
export type IncludeRequest = {
  start: number;
  end: number;
  /** The file as the page names it. */
  written: string;
  candidates: string[];
  selection: Selection;
  /** Code becomes a fenced block; `body` is code whose fence the page has already. */
  form: "text" | "code" | "body";
  /** Language of the fence; "" leaves it to the file's ending. */
  language: string;
  /** Values the page hands over by name. */
  values: Map<string, string>;
  /** A tag or a line of code may stand there for itself: without the file it stays, and nothing is reported. */
  isOptional: boolean;
};

export const wholeFile: Selection = { kind: "all" };

/** The parts of `file.md:2:10` and `file.md:section`. */
export function splitReference(written: string): { path: string; selection: Selection } {
  const [path = "", first = "", second] = written.split(":", 3);
  if (first === "" && (second ?? "") === "") return { path, selection: wholeFile };
  if (!/^\d*$/.test(first)) return { path, selection: { kind: "section", name: first } };
  const from = first === "" ? 1 : Number(first);
  if (second === undefined) return { path, selection: lineRange(from, Number.POSITIVE_INFINITY) };
  return {
    path,
    selection: lineRange(from, second === "" ? Number.POSITIVE_INFINITY : Number(second)),
  };
}

export function lineRange(from: number, to: number): Selection {
  return { kind: "lines", ranges: [{ from, to }] };
}
