export const languages = [
  "en",
  "de",
  "fr",
  "es",
  "pt",
  "it",
  "nl",
  "pl",
  "ja",
  "zh",
  "ko",
  "ar",
] as const;

/** The interface language for what a site or a page asks for, such as `pt-BR`; English where there is none. */
export function languageFor(wanted: (string | null | undefined)[]): string {
  const found = wanted
    .map((tag) => (tag ?? "").toLowerCase().split(/[-_]/, 1)[0] ?? "")
    .find((tag) => languages.some((language) => language === tag));
  return found ?? "en";
}

export function isRightToLeft(language: string): boolean {
  return language === "ar";
}
