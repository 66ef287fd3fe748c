export type LoaderWords = { ask: string; unreachable: string };

/** What the page shows before the panel and its words are loaded, or when they cannot be. */
const words: Record<string, [ask: string, unreachable: string]> = {
  en: ["Ask AI", "The assistant does not respond. Try again"],
  de: ["KI fragen", "Der Assistent antwortet nicht. Erneut versuchen"],
  fr: ["Demander à l’IA", "L’assistant ne répond pas. Réessayer"],
  es: ["Preguntar a la IA", "El asistente no responde. Reintentar"],
  pt: ["Perguntar à IA", "O assistente não responde. Tentar novamente"],
  it: ["Chiedi all’IA", "L’assistente non risponde. Riprova"],
  nl: ["Vraag het AI", "De assistent antwoordt niet. Opnieuw proberen"],
  pl: ["Zapytaj AI", "Asystent nie odpowiada. Spróbuj ponownie"],
  ja: ["AI に質問", "アシスタントに接続できません。再試行"],
  zh: ["问 AI", "无法连接助手。重试"],
  ko: ["AI에게 질문", "도우미에 연결할 수 없습니다. 다시 시도"],
  ar: ["اسأل الذكاء الاصطناعي", "لا يمكن الوصول إلى المساعد. أعد المحاولة"],
};

export const loaderLanguages = () => Object.keys(words);

export function loaderWords(language: string): LoaderWords {
  const [ask = "", unreachable = ""] = words[language] ?? words.en ?? [];
  return { ask, unreachable };
}
