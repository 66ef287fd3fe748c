/** What a sentence cannot be wrong about: its numbers and the names of things that are typed. */
export type Facts = { numbers: Set<string>; names: Set<string> };

const words: Record<string, string> = {
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  eleven: "11",
  twelve: "12",
  twenty: "20",
  thirty: "30",
};
const longestText = 20_000;
const number = /(?<![\p{L}\p{N}_-])\d[\d.,]{0,20}/gu;
const numberWord = new RegExp(`\\b(?:${Object.keys(words).join("|")})\\b`, "g");
const code = /`{1,2}([^`\n]{1,200})`{1,2}/g;
/** `--flag`, SOME_NAME, camelCase, a.dotted.name, a/path: what nobody writes in prose. */
const name =
  /(?<![\p{L}\p{N}])(?:--?[a-z][\w-]{1,60}|[\p{L}\p{N}]{1,60}(?:[_/.][\p{L}\p{N}]{1,60}){1,10}|[a-z]{1,40}[A-Z]\w{0,40})/gu;
const negation =
  /\b(?:no|not|never|none|nothing|nobody|neither|nor|cannot|without|unless|unable|impossible)\b|n['’]t\b/i;

export function factsOf(text: string): Facts {
  const read = text.slice(0, longestText);
  const names = new Set<string>();
  for (const match of read.matchAll(code)) {
    for (const token of (match[1] ?? "").split(/[\s=,;()"'<>]+/)) addName(names, token);
  }
  for (const match of read.matchAll(name)) addName(names, match[0]);
  return { numbers: numbersOf(read), names };
}

export function isNegated(clause: string): boolean {
  return negation.test(clause);
}

/** How many numbers and names of a sentence are not in a text. */
export function lacking(
  facts: Facts,
  known: Facts,
  text: string,
): { numbers: number; names: number } {
  const numbers = [...facts.numbers].filter((one) => !known.numbers.has(one)).length;
  const names = [...facts.names].filter((one) => !known.names.has(one) && !text.includes(one));
  return { numbers, names: names.length };
}

function addName(names: Set<string>, token: string): void {
  const bare = token.toLowerCase().replace(/^[.:/\\*]+|[.:/\\*…]+$/g, "");
  if (/[a-z]/.test(bare)) names.add(bare);
}

function numbersOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [digits] of text.matchAll(number)) {
    found.add(digits.replace(/[.,]+$/, "").replace(/,(?=\d{3})/g, ""));
  }
  for (const [word] of text.toLowerCase().matchAll(numberWord)) found.add(words[word] ?? word);
  return found;
}
