export const languages = [
  "en",
  "de",
  "fr",
  "es",
  "pt",
  "it",
  "nl",
  "sv",
  "da",
  "no",
  "fi",
  "pl",
  "cs",
  "tr",
  "ru",
  "uk",
  "zh",
  "ja",
  "ko",
  "th",
  "other",
] as const;

/** `other` is every language that has no stemmer and no script of its own here; its words are compared as English ones. */
export type Language = (typeof languages)[number];

const known = new Map<string, Language>(languages.map((language) => [language, language]));
// Country codes and older codes that sites use for a language.
const aliases: Record<string, Language> = {
  nb: "no",
  nn: "no",
  cn: "zh",
  jp: "ja",
  kr: "ko",
  cz: "cs",
  ua: "uk",
};

/** The language of a tag such as `de`, `pt-BR` or `zh_Hans`; undefined when it is none that we know. */
export function languageOfTag(tag: string): Language | undefined {
  const code = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8}){0,3}$/i.exec(tag.trim())?.[1]?.toLowerCase();
  if (code === undefined) return undefined;
  return aliases[code] ?? known.get(code);
}
