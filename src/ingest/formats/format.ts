import type { PageProblem } from "../../docs/page/parsed-page.ts";

/** A page as Markdown. A file may hold several: an OpenAPI file has one per operation. */
export type PageText = { path: string; content: string; problems: PageProblem[] };

export type FileText = {
  path: string;
  text: string;
  /** What pages may name that the site's settings hold. */
  values?: ReadonlyMap<string, string>;
  /** Lines from `from` up to `to`, counted from 0, that other files gave in the place of `count` lines. */
  inserted?: { from: number; to: number; count: number }[];
};

export type FrontMatterValue = string | number | true | string[] | undefined;

/** YAML front matter with the values that are there. JSON strings are YAML strings, so nothing in them is markup. */
export function frontMatterText(values: Record<string, FrontMatterValue>): string {
  const lines = Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined || value === "") return [];
    if (Array.isArray(value) && value.length === 0) return [];
    return [`${key}: ${JSON.stringify(Array.isArray(value) ? value.map(clean) : clean(value))}`];
  });
  return ["---", ...lines, "---"].join("\n");
}

function clean<Value>(value: Value): Value | string {
  if (typeof value !== "string") return value;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the database refuses a NUL in any text.
  return value.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").toWellFormed();
}
