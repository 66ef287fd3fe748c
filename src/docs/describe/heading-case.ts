/** Whether a heading is written Like This or like this; undefined where it is too short to tell. */
export function isTitleCase(heading: string): boolean | undefined {
  const words = heading
    .slice(0, 300)
    .replace(/`[^`]*`|\{[^}]*\}/g, " ")
    .split(/\s+/)
    .slice(1)
    .filter((word) => /^[A-Za-z][a-z]{3,}$/.test(word));
  if (words.length === 0) return undefined;
  return words.filter((word) => /^[A-Z]/.test(word)).length * 2 > words.length;
}
