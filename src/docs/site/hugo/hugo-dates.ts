import { memberOf, type StaticValue, textsOf } from "../../values/static-value.ts";
import { folderOf, nameOf } from "../paths.ts";

/** A page's front matter with its keys in lower case: Hugo makes no difference. */
export type Matter = ReadonlyMap<string, unknown>;

export function matterOf(metadata: Record<string, unknown>): Matter {
  return new Map(Object.entries(metadata).map(([key, value]) => [key.toLowerCase(), value]));
}

/** A day and the name behind it at the start of a file's name. */
export type DatedName = { date: string; slug: string };

const usual: Record<string, readonly string[]> = {
  date: ["date", "publishdate", "pubdate", "published", "lastmod", "modified"],
  publishdate: ["publishdate", "pubdate", "published", "date"],
  expirydate: ["expirydate", "unpublishdate"],
};

export type DateReader = {
  /** The date of that name, by whatever settings and front matter give it; undefined for none. */
  read(name: "date" | "publishdate" | "expirydate", page: DatedPage): string | undefined;
  /** The slug that a file's name gives where its date is taken from there. */
  slugOf(page: DatedPage): string | undefined;
};

export type DatedPage = { inside: string; matter: Matter };

export function readDates(config: StaticValue): DateReader {
  const own = (name: string): readonly string[] => {
    const settings = memberOf(config, "frontmatter");
    const written = [name, name.replace("date", "Date")].flatMap((key) =>
      textsOf(memberOf(settings, key)),
    );
    if (written.length === 0) return usual[name] ?? [];
    return written.flatMap((key) =>
      key === ":default" ? (usual[name] ?? []) : [key.toLowerCase()],
    );
  };
  const sources = new Map(Object.keys(usual).map((name) => [name, own(name)]));
  const read: DateReader["read"] = (name, page) => {
    for (const source of sources.get(name) ?? []) {
      const held = source === ":filename" ? datedName(page.inside)?.date : page.matter.get(source);
      if (typeof held === "string" && !Number.isNaN(timeOf(held))) return held;
    }
    return undefined;
  };
  return {
    read,
    slugOf(page) {
      const dated = datedName(page.inside);
      const before = (sources.get("date") ?? []).slice(
        0,
        (sources.get("date") ?? []).indexOf(":filename"),
      );
      const isFirst = before.every((source) => page.matter.get(source) === undefined);
      return sources.get("date")?.includes(":filename") && isFirst ? dated?.slug : undefined;
    },
  };
}

/** `2024-05-01-release` is a day and `release`; the folder counts for an `index`. */
function datedName(inside: string): DatedName | undefined {
  const path = nameOf(inside) === "index" ? folderOf(inside) : inside;
  const match = /^(\d{4}-\d{2}-\d{2})[-_ ]?(.*)$/s.exec(nameOf(path));
  return match === null ? undefined : { date: match[1] ?? "", slug: match[2] ?? "" };
}

/** Milliseconds of a date as front matter writes it; not a number for other texts. A day alone begins in UTC. */
export function timeOf(text: string): number {
  const bare = text.trim().replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, "$1T");
  if (bare.length > 40 || !/^\d{4}-\d{2}-\d{2}(?:$|T)/.test(bare)) return Number.NaN;
  return Date.parse(bare);
}
