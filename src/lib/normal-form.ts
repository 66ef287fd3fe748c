/** As Unicode's stream-safe texts have it: no word of any language needs more marks on one letter. */
const mostMarks = 30;
const mayBeCrowded = new RegExp(`[\\u0300-\\uffff]{${mostMarks + 1}}`);
const crowded = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, "gu");

/** One of Unicode's normal forms. Putting marks in order takes time by the square of their number, so a letter keeps the first few. */
export function normalForm(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  return (mayBeCrowded.test(text) ? text.replace(crowded, "$1") : text).normalize(form);
}
