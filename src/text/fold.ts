const marked = /[\u00C0-\u024F\u1E00-\u1EFF\u0370-\u03FF\u1F00-\u1FFF]/g;
const marks = /[\u0300-\u036F\u02BC]/g;
// Letters that do not come apart into a plain letter and a mark.
const letters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
};

/** A lower-case word with the marks of its Latin and Greek letters dropped: "größe" is "grosse". Other scripts keep theirs. */
export function fold(word: string): string {
  if (isAscii(word)) return word;
  return word
    .replace(marked, (letter) => letters[letter] ?? letter.normalize("NFD"))
    .replace(marks, "");
}

function isAscii(word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (word.charCodeAt(index) > 127) return false;
  }
  return true;
}
