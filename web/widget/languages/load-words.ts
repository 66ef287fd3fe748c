import type { Words } from "./words.ts";

/** Each language is a file of its own: a reader downloads one. */
const files: Record<string, () => Promise<{ default: Words }>> = {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
  pt: () => import("./pt.ts"),
  it: () => import("./it.ts"),
  nl: () => import("./nl.ts"),
  pl: () => import("./pl.ts"),
  ja: () => import("./ja.ts"),
  zh: () => import("./zh.ts"),
  ko: () => import("./ko.ts"),
  ar: () => import("./ar.ts"),
};

export async function loadWords(language: string): Promise<Words> {
  const load = files[language] ?? files.en;
  if (!load) throw new Error("There is no interface language.");
  return (await load()).default;
}
