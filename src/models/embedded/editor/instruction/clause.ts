import type { Place } from "./task.ts";
import { isName, type Token, wordsOf } from "./tokens.ts";

/** A request that is read from its beginning to its end: every meaning in it is taken by something, or it is not understood. */
export type Clause = { tokens: Token[]; at: number };

/** Takes meanings in a row, "in|of? place": `|` between those that will do, `?` behind one that may be missing. */
export function take(clause: Clause, pattern: string): Token[] | undefined {
  const taken: Token[] = [];
  let { at } = clause;
  for (const step of pattern.split(" ")) {
    const token = clause.tokens[at];
    const isOptional = step.endsWith("?");
    const wanted = (isOptional ? step.slice(0, -1) : step).split("|");
    if (token !== undefined && wanted.includes(token.is)) {
      taken.push(token);
      at += 1;
    } else if (!isOptional) return undefined;
  }
  if (taken.length === 0) return undefined;
  clause.at = at;
  return taken;
}

/** What comes next. */
export function peek(clause: Clause, ahead = 0): string {
  return clause.tokens[clause.at + ahead]?.is ?? "";
}

/** Reads as a whole or not at all. */
export function attempt<Read>(
  clause: Clause,
  read: () => Read | undefined | false,
): Read | undefined {
  const { at } = clause;
  const found = read();
  if (found !== undefined && found !== false) return found;
  clause.at = at;
  return undefined;
}

export function isRead({ tokens, at }: Clause): boolean {
  return at >= tokens.length;
}

/** Takes one role after the other, in whatever order they stand; joining words lead from one to the next. */
export function takeAll(clause: Clause, roles: (() => boolean | undefined)[]): boolean {
  while (!isRead(clause)) {
    if (roles.some((role) => attempt(clause, role))) continue;
    if (take(clause, ",|;|:|and|but|with|aside") === undefined) return false;
  }
  return true;
}

/** A page, a folder or a file: by path, by name, or by a title in quotation marks with "page" beside it. */
export function takePlace(clause: Clause): Place | undefined {
  const isEvery = take(clause, "every-in") !== undefined;
  const found = takeNamed(clause) ?? (isEvery ? takeBare(clause) : takeBack(clause));
  if (!isEvery || found === undefined) return found;
  return { ...found, kind: found.kind === "any" ? "folder" : found.kind };
}

function takeNamed(clause: Clause): Place | undefined {
  const place = take(clause, "place")?.[0]?.place;
  if (place !== undefined) return place;
  const behind = take(clause, "page|folder called? Q") ?? take(clause, "Q page|folder");
  const quote = behind?.find(({ is }) => is === "Q")?.quote;
  if (behind === undefined || quote === undefined) return takePath(clause);
  return { name: quote.text, kind: behind.some(({ is }) => is === "folder") ? "folder" : "page" };
}

/** A path in quotation marks. */
function takePath(clause: Clause): Place | undefined {
  return attempt(clause, () => {
    const name = take(clause, "Q")?.[0]?.quote?.text ?? "";
    return /^[\w.@~+[\]-]*(?:\/[\w.@~+/[\]-]*|\.(?:mdx?|markdown|json|ya?ml|toml|[cm]?[jt]s))$/.test(
      name,
    )
      ? { name, kind: "any" as const }
      : undefined;
  });
}

/** "it", "that page": what was named before. */
function takeBack(clause: Clause): Place | undefined {
  const token = take(clause, "it|its")?.[0];
  return token && { name: wordsOf(token), kind: "back" };
}

/** One word that names a folder or a page, as in "in guides". Whether there is one is seen later. */
export function takeBare(clause: Clause): Place | undefined {
  const token = clause.tokens[clause.at];
  if (token === undefined || !isName(token)) return undefined;
  const ends = [
    "",
    ";",
    ":",
    ",",
    "and",
    "or",
    "but",
    "except",
    "not",
    "only",
    "alone",
    "stays",
    "too",
    "everywhere",
    "exact-case",
    "leave",
    "lacking",
    "to",
    "with",
    "instead",
    "also",
    "called",
    "follow",
    "listed",
    "at-end",
  ];
  const next = peek(clause, 1);
  if (!ends.includes(next) && !next.startsWith("!") && next !== "Q") return undefined;
  clause.at += 1;
  return { name: wordsOf(token), kind: "any" };
}
