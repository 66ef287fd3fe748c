/** How long a text is for a reader; two characters of a script without spaces count as a word. */
export function countWords(text: string): number {
  const spaced = countRuns(text);
  if (spaced !== undefined) return spaced;
  const runs = text.match(/\S+/g)?.length ?? 0;
  const unspaced = text.match(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/gu)?.length ?? 0;
  return runs + Math.floor(unspaced / 2);
}

const firstWhite = 9;
const lastWhite = 13;
const blank = 32;

/** Runs between white space, of a text in plain letters; undefined for any other. */
function countRuns(text: string): number | undefined {
  let count = 0;
  let isWithin = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) return undefined;
    const isWhite = code === blank || (code >= firstWhite && code <= lastWhite);
    if (!isWhite && !isWithin) count += 1;
    isWithin = !isWhite;
  }
  return count;
}
