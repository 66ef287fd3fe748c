const longest = 2_000;
const mostNames = 8;
const numbers =
  /(?<![\w.$-])(?:(?:v|version|release)[ .-]?)?(\d{1,4}(?:\.(?:\d{1,6}|x)){0,4})(?![\w-]|\.\d)/gi;
const words =
  /\b(next|canary|nightly|unreleased|legacy|latest|current|stable)\s+(?:version|release|docs)\b/gi;

/** The versions that a question names: "in v2.3", "version 3", "1.x", "the next version". A whole number alone is a count. */
export function versionNames(question: string): string[] {
  const text = question.slice(0, longest);
  const numbered = [...text.matchAll(numbers)].flatMap(([said, number = ""]) =>
    said === number && !number.includes(".") ? [] : [number.toLowerCase()],
  );
  const named = [...text.matchAll(words)].map((match) => (match[1] ?? "").toLowerCase());
  return [...new Set([...numbered, ...named])].slice(0, mostNames);
}

const behindNames =
  /(?<![\w.-])(\p{L}[\w.+#-]{1,40}) (\d{1,4})(?=$|[?!,;:)]|\.(?:\s|$)| (?!\w{1,40}s\b))/gu;

/** "jest 29": whole numbers behind a word that may be the name of what they are a version of, and before nothing that they count. */
export function numbersBehindNames(question: string): { name: string; number: string }[] {
  const found = [...question.slice(0, longest).matchAll(behindNames)];
  return found.map(([, name = "", number = ""]) => ({ name, number })).slice(0, mostNames);
}

/** A question without some versions that it names. */
export function withoutVersions(question: string, names: ReadonlySet<string>): string {
  const isTold = (said: string, name = "") =>
    names.has(name.toLowerCase()) && (said !== name || name.includes("."));
  return question
    .replace(numbers, (said, number) => (isTold(said, number) ? " " : said))
    .replace(words, (said, word) => (isTold(said, word) ? " " : said));
}

/** Whether two names are one version: `v2.x` and `2.x`. */
export function isSameVersion(one: string, other: string): boolean {
  return bareVersion(one) === bareVersion(other);
}

/** Whether a version that is called `name` is meant by what was said of it: `2` and `2.4` may mean `2.x`, `3.9` means `3.9.2`. */
export function mayMean(said: string, name: string): boolean {
  const [wanted, own] = [bareVersion(said), bareVersion(name)];
  const line = own.replace(/\.x$/, "");
  const isIn = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}.`);
  return isIn(own, wanted) || (line !== own && isIn(wanted, line));
}

/** The name without what says that it is a version: `2.x` of `v2.x`. */
export function bareVersion(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^(?:version[- ]?|v)(?=\d)/, "");
}

/** By the numbers in their names; `2.x` is the newest of all that begin with 2. */
export function newestFirst(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (right[at] ?? -1) - (left[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

const any = 1e9;

function numbersOf(name: string): number[] {
  const parts = name.slice(0, 100).match(/\d{1,9}|\bx\b/gi) ?? [];
  return parts.map((part) => (/x/i.test(part) ? any : Number(part)));
}
