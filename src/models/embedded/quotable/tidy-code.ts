/** Code without the signs by which a site lights up, numbers or hides its lines. */
export function tidyCode(lines: string[], info: string): string[] {
  const cut = /\btwoslash\b/.test(info)
    ? lines.findLastIndex((line) => /^\s{0,40}\/\/ ?-{2,}cut-{2,}\s{0,9}$/.test(line))
    : -1;
  return lines
    .slice(cut + 1)
    .filter((line) => !isMark.test(line))
    .map((line) => line.replace(endMark, ""));
}

const comment = String.raw`(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)`;
const isMark = new RegExp(
  String.raw`^\s{0,80}${comment}\s{0,4}(?:highlight-(?:start|end|next-line)|@noErrors|@errors?: ?[\d ]{1,40})\s{0,4}(?:\*\/\}?|-->)?\s{0,9}$`,
);
const endMark = new RegExp(
  String.raw`[ \t]{0,40}${comment}[ \t]{0,4}(?:\(\d{1,3}\)!?|\[!code [^\]\n]{1,40}\])[ \t]{0,4}(?:\*\/\}?|-->)?[ \t]{0,9}$`,
);
