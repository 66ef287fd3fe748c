/** What two questions have in common that differ in case, spaces and punctuation alone. */
export function questionKey(question: string): string {
  const words = question
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words === null ? question.trim() : words.join(" ");
}
