export type Section = {
  version: string;
  /** Unset until it is released. */
  date: string | undefined;
  line: number;
  /** All below its heading, to the next one. */
  text: string;
};

const HEADING =
  /^## (?:\[Unreleased\] (?<next>\d+\.\d+\.\d+)|\[(?<version>\d+\.\d+\.\d+)\] - (?<date>\d{4}-\d{2}-\d{2}))$/;

/** The versions of a changelog, newest first; undefined for a heading that names none. */
export function readChangelog(text: string): (Section | undefined)[] {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, index) => (line.startsWith("## ") ? [index] : []));
  return starts.map((start, index) => {
    const { next, version, date } = HEADING.exec(lines[start] ?? "")?.groups ?? {};
    const named = next ?? version;
    if (named === undefined) return undefined;
    const body = lines.slice(start + 1, starts[index + 1]).join("\n");
    return { version: named, date, line: start + 1, text: body.trim() };
  });
}
