/** Text as a terminal may be given it: docs and file names can hold escape sequences that rewrite the screen. */
export function plainText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "");
}
