/** What form of answer a question asks for. */
export type QuestionKind = "steps" | "code" | "list" | "definition" | "reason" | "amount" | "fact";

export function questionKind(question: string): QuestionKind {
  const text = question.toLowerCase().replace(/\s+/g, " ").slice(0, 2000);
  if (wantsAmount.test(text)) return "amount";
  if (wantsCode.test(text)) return "code";
  if (wantsReason.test(text)) return "reason";
  if (wantsSteps.test(text) && !asksMechanism.test(text)) return "steps";
  if (wantsList.test(text)) return "list";
  if (wantsDefinition.test(text)) return "definition";
  return "fact";
}

/** The two halves of "X and Y" when each asks something of its own; otherwise the whole question. */
export function questionParts(question: string): string[] {
  const halves = question.split(
    /\?\s+|,?\s+and\s+(?=(?:how|what|where|when|which|why|who|can|does|do|is|are|should)\b)/i,
  );
  const parts = halves.map((half) => half.trim()).filter((half) => half.length > 3);
  return parts.length > 1 ? parts.slice(0, 3) : [question];
}

const wantsAmount = /\bhow (?:many|much|long|often|big|large|fast|soon|old)\b/;
const wantsCode =
  /\b(?:(?:which|what|show|give)(?: \w+){0,3} commands?|commands? (?:to|for|that)|curl|snippets?|examples?|syntax|(?:which|what) flags?|code (?:sample|block)s?|(?:show|give|write|sample|source) (?:me )?(?:the |some |a )?code)\b/;
const wantsReason = /^(?:so )?(?:why|how come|what (?:causes|is the reason|happens))\b/;
const wantsSteps =
  /\b(?:how (?:do|can|could|should|would|must|to|might)|steps?|set(?:ting)? ?up|walk me|procedure|instructions|getting started|get started|guide me)\b/;
const asksMechanism =
  /\bhow (?:do|does|should) (?!i\b|we\b|you\b|one\b|people\b|users\b|my\b|our\b)/;
const plurals =
  "values|options|limits?|statuses|states|settings|variables|fields|parameters|params|arguments|properties|flags|events|errors|codes|types|kinds|formats|languages|providers|headers|columns|roles|scopes|permissions|plans|commands|endpoints|methods|models|keys|versions|platforms|files|features|integrations|components";
const wantsList = new RegExp(
  `\\b(?:lists?|tables?|overview|compare|versus|vs|differences?(?: between)?|(?:which|what)(?: \\w+){0,3} (?:${plurals})|all (?:the )?(?:\\w+ )?(?:${plurals})|rate limits?)\\b`,
);
const wantsDefinition =
  /\b(?:what(?:'s| is| are| does|s)|who is|define|meaning of|mean|explain|tell me about|purpose of|difference between)\b/;
