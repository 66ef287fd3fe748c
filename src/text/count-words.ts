/** How long a text is for a reader; two characters of a script without spaces count as a word. */
export function countWords(text: string): number {
  const spaced = text.match(/\S+/g)?.length ?? 0;
  const unspaced = text.match(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/gu)?.length ?? 0;
  return spaced + Math.floor(unspaced / 2);
}
