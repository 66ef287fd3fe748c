type Lines = { greeting: string; thanks: string };

const english: Lines = {
  greeting:
    "Hello! I answer questions about this documentation, in its own words and with links to where they stand. What would you like to know?",
  thanks: "You are welcome. Ask whenever something else comes up.",
};

const languages: { greetings: string; thanks: string; lines: Lines }[] = [
  {
    greetings:
      "hi|hello|hey|hiya|howdy|yo|greetings|good (?:morning|day|afternoon|evening)|who are you|what are you|what can you do|how are you|ok|okay|bye|goodbye",
    thanks:
      "thanks|thank you|thx|ty|cheers|great|nice|cool|perfect|awesome|got it|that helped|thanks a lot|thank you (?:very|so) much|many thanks",
    lines: english,
  },
  {
    greetings: "hallo|guten (?:morgen|tag|abend)|servus|moin|grüß gott|wer bist du|tschüss",
    thanks: "danke|danke schön|dankeschön|vielen dank|danke sehr",
    lines: {
      greeting:
        "Hallo! Ich beantworte Fragen zu dieser Dokumentation, in ihren eigenen Worten. Was möchtest du wissen?",
      thanks: "Gern geschehen.",
    },
  },
  {
    greetings: "bonjour|salut|bonsoir|coucou|qui es-tu|au revoir",
    thanks: "merci|merci beaucoup",
    lines: {
      greeting:
        "Bonjour ! Je réponds aux questions sur cette documentation, avec ses propres mots. Que voulez-vous savoir ?",
      thanks: "Avec plaisir.",
    },
  },
  {
    greetings: "hola|buenos días|buenas tardes|buenas noches|buenas|quién eres|adiós",
    thanks: "gracias|muchas gracias",
    lines: {
      greeting:
        "¡Hola! Respondo preguntas sobre esta documentación con sus propias palabras. ¿Qué quieres saber?",
      thanks: "De nada.",
    },
  },
  {
    greetings: "olá|oi|bom dia|boa tarde|boa noite|quem é você",
    thanks: "obrigad[oa]|muito obrigad[oa]",
    lines: {
      greeting:
        "Olá! Respondo a perguntas sobre esta documentação com as palavras dela. O que deseja saber?",
      thanks: "De nada.",
    },
  },
  {
    greetings: "ciao|buongiorno|buonasera|salve|chi sei",
    thanks: "grazie|grazie mille",
    lines: {
      greeting:
        "Ciao! Rispondo a domande su questa documentazione con le sue stesse parole. Che cosa vuoi sapere?",
      thanks: "Prego.",
    },
  },
  {
    greetings: "你好|您好|嗨",
    thanks: "谢谢|多谢|謝謝",
    lines: {
      greeting: "你好！我用文档的原文回答有关本文档的问题。你想了解什么？",
      thanks: "不客气。",
    },
  },
  {
    greetings: "こんにちは|おはよう|こんばんは|はじめまして",
    thanks: "ありがとう|ありがとうございます",
    lines: {
      greeting: "こんにちは。このドキュメントについての質問に、原文の言葉でお答えします。",
      thanks: "どういたしまして。",
    },
  },
];
const others =
  "there|docent|all|everyone|team|bot|assistant|again|so|very|much|a|lot|you|and|for|your|help|the|answer";
const longest = 60;

/** What is said back to a message that asks nothing; undefined for everything else. */
export function smallTalk(message: string): string | undefined {
  const text = message
    .slice(0, longest + 1)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'-]+/gu, " ")
    .trim();
  if (message.trim().length > longest) return undefined;
  if (!/[\p{L}\p{N}]/u.test(text)) return english.greeting;
  for (const { greetings, thanks, lines } of languages) {
    if (isOnly(text, thanks)) return lines.thanks;
    if (isOnly(text, `${greetings}|${thanks}`)) return lines.greeting;
  }
  return undefined;
}

const expressions = new Map<string, RegExp>();

/** One of the phrases, and besides it only words that ask nothing. */
function isOnly(text: string, phrases: string): boolean {
  const known = expressions.get(phrases) ?? expressionOf(phrases);
  expressions.set(phrases, known);
  return known.test(text);
}

function expressionOf(phrases: string): RegExp {
  return new RegExp(`^(?:${phrases})(?: (?:${phrases}|${others})){0,6}$`, "u");
}
