/** What the buttons that come up over the page say. */
const words: Record<string, [askAbout: string, askCode: string]> = {
  en: ["Ask about this", "Ask about this code"],
  de: ["Dazu fragen", "Zu diesem Code fragen"],
  fr: ["Poser une question", "Question sur ce code"],
  es: ["Preguntar sobre esto", "Preguntar sobre este código"],
  pt: ["Perguntar sobre isto", "Perguntar sobre este código"],
  it: ["Chiedi di questo", "Chiedi di questo codice"],
  nl: ["Vraag hierover", "Vraag over deze code"],
  pl: ["Zapytaj o to", "Zapytaj o ten kod"],
  ja: ["これについて質問", "このコードについて質問"],
  zh: ["就此提问", "就此代码提问"],
  ko: ["이 내용 질문하기", "이 코드 질문하기"],
  ar: ["اسأل عن هذا", "اسأل عن هذه الشيفرة"],
};

export const pageToolLanguages = () => Object.keys(words);

export function pageToolWords(language: string): { askAbout: string; askCode: string } {
  const [askAbout = "", askCode = ""] = words[language] ?? words.en ?? [];
  return { askAbout, askCode };
}
