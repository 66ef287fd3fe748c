import { once } from "../../../lib/once.ts";
import { terms } from "../../../text/terms.ts";
import type { Agreement } from "../../vectors/static/embedder.ts";
import type { QuotableBlock } from "../quotable/blocks.ts";
import type { EmbeddedInput } from "./answer-input.ts";
import { oppositeTo } from "./opposite.ts";

/** A question as the answer is measured against it. */
export type Question = {
  kind: QuestionKind;
  /** Kinds of blocks that answer such a question. */
  wants: QuotableBlock["kind"][];
  /** Share of the question's information that each of its terms carries; they add up to 1. */
  shares: Map<string, number>;
  /** A text speaks of the contrary alone: of switching on where the question is about switching off. */
  isOpposite(text: string): boolean;
  /** Share of the question that a text speaks of in these or related words, 0 to 1. */
  agreement(text: string): number;
};

export function readQuestion(
  input: Pick<EmbeddedInput, "question" | "earlier" | "weights">,
  agreement: Agreement = () => 0,
): Question {
  const asked = newest(input);
  const own = new Set(terms(asked).slice(0, maxTerms));
  const form = formTerms();
  const weights = new Map<string, number>();
  for (const term of own) {
    weights.set(term, weightOf(input.weights, term) * (form.has(term) ? formWeight : 1));
  }
  if (own.size < fewTerms || asked.length < input.question.trim().length)
    addEarlier(weights, input);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const kind = questionKind(asked);
  return {
    kind,
    wants: wantedKinds[kind] ?? [],
    shares: new Map([...weights].map(([term, weight]) => [term, total > 0 ? weight / total : 0])),
    isOpposite: oppositeTo(asked),
    agreement: (text) => agreement(asked, text),
  };
}

/** A follow-up arrives with the questions it leans on in front of it, one to a line; this is the follow-up itself. */
export function newest(input: Pick<EmbeddedInput, "question" | "earlier">): string {
  const before = `${input.earlier.join("\n")}\n`;
  const leans = input.earlier.length > 0 && input.question.startsWith(before);
  return (leans ? input.question.slice(before.length) : input.question)
    .slice(0, maxCharacters)
    .trim();
}

/** How much of the question's information these terms hold, 0 to 1. */
export function coverage(question: Question, found: ReadonlySet<string>): number {
  let sum = 0;
  for (const [term, share] of question.shares) if (found.has(term)) sum += share;
  return sum;
}

/** How closely a heading names what is asked: 1 when both use the same terms. */
export function headingMatch(question: Question, heading: ReadonlySet<string>): number {
  if (heading.size === 0) return 0;
  const shared = [...heading].filter((term) => question.shares.has(term)).length;
  return coverage(question, heading) * (shared / heading.size);
}

const maxCharacters = 4000;
const maxTerms = 60;
const fewTerms = 3;
const earlierWeight = 0.4;
const formWeight = 0.25;

/** Words that say what form of answer is wanted rather than what it is about. */
const formTerms = once(
  () =>
    new Set(
      terms(
        "many much long often instead allow command example snippet step list table show tell explain happen use work mean need want way possible there purpose",
      ),
    ),
);

function weightOf(weights: Record<string, number>, term: string): number {
  const own = Object.hasOwn(weights, term) ? weights[term] : undefined;
  if (own !== undefined) return Math.max(own, 0.01);
  const known = Object.values(weights);
  return known.length === 0 ? 1 : known.reduce((sum, one) => sum + one, 0) / known.length;
}

/** "And on Windows?" borrows a little from what was asked before it. */
function addEarlier(
  weights: Map<string, number>,
  input: Pick<EmbeddedInput, "earlier" | "weights">,
): void {
  const before = input.earlier.slice(-2).join("\n").slice(-maxCharacters);
  for (const term of new Set(terms(before).slice(-maxTerms))) {
    if (weights.has(term)) continue;
    weights.set(term, weightOf(input.weights, term) * earlierWeight);
  }
}

const wantedKinds: Partial<Record<QuestionKind, QuotableBlock["kind"][]>> = {
  steps: ["steps", "code"],
  code: ["code"],
  list: ["table", "list"],
};

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

const wantsAmount = /\bhow (?:many|much|long|often|big|large|fast|soon|old)\b/;
const wantsCode =
  /\b(?:(?:which|what|show|give)(?: \w{1,40}){0,3} commands?|commands? (?:to|for|that)|curl|snippets?|examples?|syntax|(?:which|what) flags?|code (?:sample|block)s?|(?:show|give|write|sample|source) (?:me )?(?:the |some |a )?code)\b/;
const wantsReason = /^(?:so )?(?:why|how come|what (?:causes|is the reason|happens))\b/;
const wantsSteps =
  /\b(?:how (?:do|can|could|should|would|must|to|might)|steps?|set(?:ting)? ?up|walk me|procedure|instructions|getting started|get started|guide me)\b/;
const asksMechanism =
  /\bhow (?:do|does|should) (?!i\b|we\b|you\b|one\b|people\b|users\b|my\b|our\b)/;
const plurals =
  "values|options|limits?|statuses|states|settings|variables|fields|parameters|params|arguments|properties|flags|events|errors|codes|types|kinds|formats|languages|providers|headers|columns|roles|scopes|permissions|plans|commands|endpoints|methods|models|keys|versions|platforms|files|features|integrations|components";
const wantsList = new RegExp(
  `\\b(?:lists?|tables?|overview|compare|versus|vs|differences?(?: between)?|(?:which|what)(?: \\w{1,40}){0,3} (?:${plurals})|all (?:the )?(?:\\w{1,40} )?(?:${plurals})|rate limits?)\\b`,
);
const wantsDefinition =
  /\b(?:what(?:'s| is| are| does|s)|who is|define|meaning of|mean|explain|tell me about|purpose of|difference between)\b/;
