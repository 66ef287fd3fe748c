export type LoaderWords = { ask: string; askAbout: string; askCode: string };

/** What the page shows before the panel and its words are loaded. */
const words: Record<string, [ask: string, askAbout: string, askCode: string]> = {
  en: ["Ask AI", "Ask about this", "Ask about this code"],
  de: ["KI fragen", "Dazu fragen", "Zu diesem Code fragen"],
  fr: ["Demander à l’IA", "Poser une question", "Question sur ce code"],
  es: ["Preguntar a la IA", "Preguntar sobre esto", "Preguntar sobre este código"],
  pt: ["Perguntar à IA", "Perguntar sobre isto", "Perguntar sobre este código"],
  it: ["Chiedi all’IA", "Chiedi di questo", "Chiedi di questo codice"],
  nl: ["Vraag het AI", "Vraag hierover", "Vraag over deze code"],
  pl: ["Zapytaj AI", "Zapytaj o to", "Zapytaj o ten kod"],
  ja: ["AI に質問", "これについて質問", "このコードについて質問"],
  zh: ["问 AI", "就此提问", "就此代码提问"],
  ko: ["AI에게 질문", "이 내용 질문하기", "이 코드 질문하기"],
  ar: ["اسأل الذكاء الاصطناعي", "اسأل عن هذا", "اسأل عن هذه الشيفرة"],
};

export const loaderLanguages = Object.keys(words);

export function loaderWords(language: string): LoaderWords {
  const [ask = "", askAbout = "", askCode = ""] = words[language] ?? words.en ?? [];
  return { ask, askAbout, askCode };
}
