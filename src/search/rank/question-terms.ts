import { detectLanguage } from "../../text/detect-language.ts";
import type { Language } from "../../text/language.ts";
import { termsOfQuestion } from "../../text/terms.ts";

/** The terms a word of the question may have in the languages of the docs; none for a stop word of its own language. */
export type QuestionTerms = (token: string) => string[];

export function questionTerms(languages: Language[], question: string): QuestionTerms {
  const asked = detectLanguage(question, languages[0]);
  return (token) => termsOfQuestion(token, languages, asked);
}
