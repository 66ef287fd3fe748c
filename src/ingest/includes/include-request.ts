import { candidatePaths } from "./include-path.ts";

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
  /** Code becomes a fenced block, or a directive with the code below it; `body` is code whose fence the page has already. */
  form: "text" | "code" | "directive" | "body";
  /** Language of the fence; "" leaves it to the file's ending. */
  language: string;
  /** Values the page hands over by name. */
  values: Map<string, string>;
  /** A tag or a line of code may stand there for itself: without the file it stays, and nothing is reported. */
  isOptional: boolean;
  /** Without the file nothing stays, and nothing is reported. */
  isDropped: boolean;
};

type Asked = Partial<Omit<IncludeRequest, "candidates">> & {
  start: number;
  end: number;
  written: string;
  /** The page that asks, and the folders in which its site keeps such files. */
  from: string;
  folders?: string[];
};

/** The request for a whole file as text, but for what is said otherwise. */
export function requestOf({ from, folders = [], ...asked }: Asked): IncludeRequest {
  return {
    candidates: candidatePaths(asked.written, from, folders),
    selection: { kind: "all" },
    form: "text",
    language: "",
    values: new Map(),
    isOptional: false,
    isDropped: false,
    ...asked,
  };
}

/** The parts of `file.md:2:10` and `file.md:section`. */
export function splitReference(reference: string): { written: string; selection: Selection } {
  const [written = "", first = "", second] = reference.split(":", 3);
  if (first === "" && (second ?? "") === "") return { written, selection: { kind: "all" } };
  if (!/^\d*$/.test(first)) return { written, selection: { kind: "section", name: first } };
  return { written, selection: lineRange(Number(first || 1), Number(second) || Infinity) };
}

export function lineRange(from: number, to: number): Selection {
  return { kind: "lines", ranges: [{ from, to }] };
}
