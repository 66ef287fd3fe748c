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

/** The words of the beginning of a Markdown text, in lower case, without code, links and identifiers. */
export function proseWords(text: string, most: number): string[] {
  const found: string[] = [];
  for (const chunk of withoutCode(text.slice(0, longestRead)).split(/\s+/)) {
    if (plainWord.test(chunk)) {
      found.push(chunk.replace(/[^A-Za-z]$/, "").toLowerCase());
      if (found.length >= most) break;
      continue;
    }
    const bare = betweenPunctuation.exec(chunk)?.[0];
    if (bare === undefined || isIdentifier(chunk, bare)) continue;
    for (const word of bare.toLowerCase().match(runOfOneScript) ?? []) found.push(word);
    if (found.length >= most) break;
  }
  return found;
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
