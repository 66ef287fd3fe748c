const longestRead = 20_000;
const fence = /^\s{0,3}(?:```|~~~)/;
/** Each with what a text without it has not. */
const notProse: [string, RegExp][] = [
  ["`", /`[^`\n]*`/g],
  ["<", /<[^<>\n]{0,300}>/g],
  ["](", /\]\([^()\s]{0,500}\)/g],
  ["{", /\{[^{}\n]{0,300}\}/g],
  ["://", /\b[a-z]{2,10}:\/\/\S+/gi],
];
const plainWord = /^[A-Z]*[a-z]+[.,;:!?]?$/;
const identifier = /[\d_/\\@=#$%^*|+]|[^.…][.:]\p{L}|\p{Ll}\p{Lu}|--/u;
// Text without spaces is one chunk, whatever stands in it.
const otherScript = /[[\p{L}]--[\p{Script=Latin}]]/v;
const betweenPunctuation = /[\p{L}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/u;
const runOfOneScript = /[\p{Script=Latin}\p{M}]+['’]?|[[\p{L}\p{M}]--[\p{Script=Latin}]]+['’]?/gv;

const keptChunks = 20_000;
/** In characters. A longer slice of a text would keep the whole text in memory. */
const longestKept = 12;
const known = new Map<string, string[]>();

/** The words of the beginning of a Markdown text, in lower case, without code, links and identifiers. */
export function proseWords(text: string, most: number): string[] {
  const found: string[] = [];
  for (const chunk of withoutCode(text.slice(0, longestRead)).split(/\s+/)) {
    for (const word of knownWords(chunk)) found.push(word);
    if (found.length >= most) break;
  }
  return found;
}

/** Docs say the same over and over. */
function knownWords(chunk: string): string[] {
  const before = known.get(chunk);
  if (before !== undefined) return before;
  const words = wordsOf(chunk);
  if (chunk.length > longestKept) return words;
  if (known.size >= keptChunks) known.clear();
  known.set(chunk, words);
  return words;
}

function wordsOf(chunk: string): string[] {
  if (plainWord.test(chunk)) return [chunk.replace(/[^A-Za-z]$/, "").toLowerCase()];
  const bare = betweenPunctuation.exec(chunk)?.[0];
  if (bare === undefined || isIdentifier(chunk, bare)) return [];
  return bare.toLowerCase().match(runOfOneScript) ?? [];
}

function isIdentifier(chunk: string, bare: string): boolean {
  if (otherScript.test(bare)) return false;
  return chunk.startsWith("-") || identifier.test(bare);
}

function withoutCode(text: string): string {
  let isCode = false;
  const lines = text.split(/\r?\n/).filter((line) => {
    const isFence = fence.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
  return notProse.reduce(
    (rest, [sign, pattern]) => (rest.includes(sign) ? rest.replace(pattern, " ") : rest),
    lines.join("\n"),
  );
}
