import type { Retrieved } from "./retrieve.ts";

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** A sentence before the answer where the docs have it only in another language than the reader's; "" otherwise. */
export function languageNote({
  otherLanguage,
  evidence,
}: Pick<Retrieved, "otherLanguage" | "evidence">): string {
  if (otherLanguage === undefined || evidence === "none") return "";
  return `The docs have this only in ${nameOf(otherLanguage)}.\n\n`;
}

/** A site may call its languages anything. */
function nameOf(tag: string): string {
  const isTag = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i.test(tag);
  return (isTag && names.of(tag.replaceAll("_", "-"))) || "another language";
}
