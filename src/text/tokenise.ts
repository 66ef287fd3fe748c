import { normalForm } from "../lib/normal-form.ts";
import { joinedWord } from "./joined-words.ts";

/** One word of a text, lower-cased. `parts` is empty for a plain word: `pageSize` has `page` and `size`. */
export type Word = { whole: string; parts: readonly string[] };

const maxWordLength = 64;
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;
// Scripts that write without spaces: a run of them is indexed as overlapping pairs of characters.
const unspaced = ["Han", "Hira", "Kana", "Hang", "Thai", "Laoo", "Khmr", "Mymr"]
  .map((script) => `\\p{scx=${script}}`)
  .join("");
const letter = `[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]`;
const unspacedRun = `[[${unspaced}]&&[\\p{L}\\p{M}\\p{N}]]+`;
const run = new RegExp(`${unspacedRun}|${letter}+(?:[_.'’\\-]+${letter}+)*`, "gv");
const startsUnspaced = new RegExp(`^[${unspaced}]`, "v");
const noParts: readonly string[] = [];
// The article or small word that French and Italian join to the next one: "l'utilisateur", "dell'utente".
const elision =
  /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu|un|(?:d?[ae]|ne|su|co|que|be)ll|quest)['’](?=\p{L}{2})/iu;
// Turkish and English set an ending apart from capitals: "API'yi", "OK'd".
const endingOfCapitals = /^(\p{Lu}{2,})['’]\p{Ll}+$/u;

/** Whether a word is of a script that writes without spaces. */
export function isUnspaced(word: string): boolean {
  return startsUnspaced.test(word);
}

/** Every word of the text in order; an identifier is followed by its parts. */
export function tokenise(text: string): string[] {
  const tokens: string[] = [];
  for (const word of words(text)) {
    tokens.push(word.whole);
    for (const part of word.parts) tokens.push(part);
  }
  return tokens;
}

export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const raw of normalForm(text, "NFKC").replace(invisible, "").match(run) ?? []) {
    if (/^[A-Z]?[a-z]*$/.test(raw)) addPlain(found, raw, true);
    else if (isUnspaced(raw)) addPairs(found, raw);
    else addWord(found, raw);
  }
  return found;
}

/** A word that English may write as one with the word before it ("log in") is followed by both as one. */
function addPlain(found: Word[], raw: string, mayJoin = false): void {
  const whole = raw.toLowerCase().slice(0, maxWordLength);
  const before = mayJoin ? found.at(-1) : undefined;
  found.push({ whole, parts: noParts });
  const joined = before && joinedWord(before.whole, whole);
  if (joined !== undefined) found.push({ whole: joined, parts: noParts });
}

function addPairs(found: Word[], characters: string): void {
  const points = Array.from(characters);
  if (points.length === 1) found.push({ whole: characters, parts: noParts });
  for (let index = 0; index + 1 < points.length; index += 1) {
    found.push({ whole: `${points[index]}${points[index + 1]}`, parts: noParts });
  }
}

function addWord(found: Word[], raw: string): void {
  const word = withoutApostrophes(raw);
  const parts = splitParts(word);
  if (parts.length < 2) {
    addPlain(found, word);
    return;
  }
  if (word.length <= maxWordLength) {
    found.push({ whole: word.toLowerCase(), parts });
    return;
  }
  for (const part of parts) found.push({ whole: part, parts: noParts });
}

function withoutApostrophes(word: string): string {
  if (!/['’]/.test(word)) return word;
  return word
    .replace(/['’]s$/i, "")
    .replace(elision, "")
    .replace(endingOfCapitals, "$1")
    .replace(/['’]/g, "");
}

function splitParts(word: string): string[] {
  const parts: string[] = [];
  for (const piece of word.split(/[_.-]+/)) {
    for (const part of splitCase(piece).split(" ")) {
      if (part !== "") parts.push(part.toLowerCase().slice(0, maxWordLength));
    }
  }
  return parts;
}

function splitCase(piece: string): string {
  const isPluralAcronym = /^\p{Lu}+s$/u.test(piece);
  if (isPluralAcronym || piece === piece.toLowerCase()) return piece;
  return piece
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
}
