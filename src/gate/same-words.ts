import { editDistance } from "../text/edit-distance.ts";
import { commonSpelling } from "../text/spelling.ts";
import { termOf } from "../text/terms.ts";

/** The words of a statement without its markup, one that is written twice in a row once; the last of a sentence is followed by its end. */
export function meaningWords(text: string): string[] {
  const plain = text
    .slice(0, longestStatement)
    .normalize("NFKC")
    .replace(linkTarget, "]")
    .replace(tag, " ")
    .replace(codeSpan, markedCode)
    .replace(unspacedCharacter, " $& ");
  const words = plain.split(/\s+/).flatMap((raw) => {
    const word = withoutEdges(raw);
    const kept = word === "" || fillers.has(word.toLowerCase()) ? [] : [word];
    return sentenceEnd.test(raw) ? [...kept, "."] : kept;
  });
  return words.filter((word, at) => word !== words[at - 1] || !plainWord.test(word));
}

/**
 * Whether two statements say the same, as far as their words go: case, punctuation, markup, articles, endings of words
 * and spelling do not count. A number, a name in code, a word that is put in or left out does.
 */
export function hasSameWords(before: readonly string[], after: readonly string[]): boolean {
  if (before.length !== after.length) return false;
  return before.every((word, at) => isSameWord(word, after[at] ?? ""));
}

const longestStatement = 4_000;
const linkTarget = /\]\([^()\s]{0,1000}(?:\s"[^"]{0,300}")?\)/g;
const tag = /<\/?[a-z][^<>]{0,500}>/gi;
const unspacedCharacter = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/gu;
const codeSpan = /`([^`]{1,500})`/g;
const edge = /[\p{Po}\p{Ps}\p{Pi}\p{Pe}\p{Pf}*_~|]/u;
const sentenceEnd = /[.!?。！？][*_`"')\]”’»]{0,5}$/u;
const fillers = new Set("a an the that please simply just also".split(" "));
/** Nobody mistypes these into each other. */
const plainWord = /^\p{Lu}?\p{Ll}+$/u;
const shortestMistyped = 4;
const longWord = 8;

/** Every word of code bears a mark, so that none of them passes for a word that is mistyped. */
function markedCode(_: string, code: string): string {
  return code
    .trim()
    .split(/\s+/)
    .map((word) => `\`${word}`)
    .join(" ");
}

/** Without the marks around it; those that begin an option or a path stay. */
function withoutEdges(raw: string): string {
  const characters = [...raw];
  const isEdge = (character: string | undefined) =>
    character !== undefined && edge.test(character) && character !== "/";
  let [from, to] = [0, characters.length];
  while (from < to && isEdge(characters[from])) from += 1;
  while (to > from && isEdge(characters[to - 1])) to -= 1;
  return characters.slice(from, to).join("");
}

function isSameWord(before: string, after: string): boolean {
  if (before === after) return true;
  if (!plainWord.test(before) || !plainWord.test(after)) return false;
  const [one, other] = [commonSpelling(before.toLowerCase()), commonSpelling(after.toLowerCase())];
  if (one === other) return true;
  const stem = termOf(one);
  return (stem !== undefined && stem === termOf(other)) || isMistyped(one, other);
}

/** A slip of the hand leaves the first letter alone; "internal" and "external" are no slip. */
function isMistyped(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < shortestMistyped || one[0] !== other[0]) return false;
  const most = shorter >= longWord ? 2 : 1;
  return editDistance(one, other, most) <= most;
}
