const opening = /<(pre|code|script|style|textarea|template)(?=[\s>/])|<!--|\{\{|\{%|<%/gi;
const marks = [
  /^\{\{[^{}]{0,300}\}\}/,
  /^\{%[^{}%]{0,300}%\}/,
  // The shortest match is at most this long, so that a lone mark costs little.
  /^<%[\s\S]{0,300}?%>/,
];

/** Whether HTML is the input of a site builder: it has template marks where a finished page has text. */
export function isTemplate(text: string): boolean {
  const lower = text.toLowerCase();
  const next = new RegExp(opening);
  for (let match = next.exec(lower); match !== null; match = next.exec(lower)) {
    const [mark, name] = match;
    if (name === undefined && mark !== "<!--") {
      if (isMark(lower, match.index)) return true;
      continue;
    }
    const close = name === undefined ? "-->" : `</${name}`;
    const end = lower.indexOf(close, next.lastIndex);
    if (end === -1) return false;
    next.lastIndex = end + close.length;
  }
  return false;
}

/** Braces after a letter, a brace or a sign of mathematics are formulas: `x^{{2}}`. */
function isMark(text: string, at: number): boolean {
  if (/[\w}^\\$]/.test(text.charAt(at - 1)) && text.charAt(at) === "{") return false;
  const head = text.slice(at, at + 310);
  return marks.some((mark) => mark.test(head));
}
