import type { FairSearch } from "../../search/fair-search.ts";
import type { FoundPassage, SearchQuery } from "../../search/hit.ts";
import { weighEvidence } from "./evidence.ts";

export type SuggestInput = {
  revisionId: string;
  /** Every question of the thread so far. */
  asked: string[];
  /** What was found for the question, best first. */
  hits: FoundPassage[];
  /** Places the answer cites: what it says already is no news. */
  cited: { path: string; heading: string }[];
  filter: SearchQuery["filter"];
  /** Pages that the reader is on or points at. */
  liftPaths: string[];
};

const mostSuggestions = 3;
const mostTried = 6;
const longestHeading = 90;
const question =
  /^(?:(?:how|what|why|when|where|who) (?:is|are|was|were|do|does|did|can|could|should|will|would|happens?|makes?|may|must|much|many)|which \S+|(?:can|does|do|is|are|should)) /i;
const questionWord = /^(?:how|what|why|when|where|which|who)\b/i;
const whatItIs = /^(what|who) ([^?]+) (is|are)$/i;
const imperative =
  /^(?:add|allow|answer|ask|attach|back up|build|call|change|check|choose|clean|cite|compare|configure|connect|copy|create|customi[sz]e|debug|define|delete|deploy|disable|edit|embed|enable|export|find|fix|forget|get|give|handle|hide|import|improve|index|install|integrate|invite|keep|limit|link|list|load|log|make|manage|measure|merge|migrate|monitor|move|open|pass|pause|point|prevent|protect|publish|put|read|rebuild|record|reduce|remove|rename|replace|reset|resolve|restart|restore|resume|retry|review|revoke|rotate|run|scale|search|secure|see|send|serve|set|share|show|sign|start|stop|store|stream|switch|sync|test|track|trigger|troubleshoot|try|tune|turn|undo|update|upgrade|upload|use|verify|view|wait|watch|wire|write)(?![\w-])/i;
const plainPhrase = /^\p{L}[\p{L}\d-]+(?: [\p{L}\d`'’()/._-]+){1,7}$/u;

/** Up to three questions that come next, from the headings around the answer. Only those the docs can answer are kept. */
export async function suggestQuestions(
  search: Pick<FairSearch, "searchEach">,
  input: SuggestInput,
): Promise<string[]> {
  const { revisionId, liftPaths, filter } = input;
  const tried = candidates(input).slice(0, mostTried);
  const suggestions: string[] = [];
  for (let at = 0; at < tried.length && suggestions.length < mostSuggestions; ) {
    const some = tried.slice(at, at + mostSuggestions - suggestions.length);
    at += some.length;
    const queries = some.map((text) => ({ text, hints: [], liftPaths, filter, limit: 5 }));
    const found = await search.searchEach(revisionId, queries);
    suggestions.push(
      ...some.filter((question, place) => {
        const own = found[place];
        return own && weighEvidence(own, { question, leans: false }) === "enough";
      }),
    );
  }
  return suggestions;
}

function candidates({ hits, cited, asked }: SuggestInput): string[] {
  const used = new Set(cited.map(({ path, heading }) => `${path}\n${heading}`));
  const known = new Set(asked.map(wordsOf));
  const found: string[] = [];
  for (const { passage } of hits) {
    const heading = passage.headings.at(-1) ?? passage.title;
    if (used.has(`${passage.path}\n${passage.headings.at(-1) ?? ""}`)) continue;
    const next = headingQuestion(heading);
    if (next === undefined || !isPlain(next) || known.has(wordsOf(next))) continue;
    known.add(wordsOf(next));
    found.push(next);
  }
  return found;
}

/** Clients may render a suggestion; a heading is no place for a link or an image in it. */
function isPlain(question: string): boolean {
  return !/[<>[\]]|\/\/|www\./i.test(question);
}

function wordsOf(question: string): string {
  return (
    question
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  );
}

/** A heading as a reader would ask it; undefined for one that makes no question. English headings only. */
export function headingQuestion(heading: string): string | undefined {
  const text = heading
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?<![.:!])[.:!]+$/, "");
  if (text.length < 4 || text.length > longestHeading || !/^[\p{Script=Latin}\d`]/u.test(text))
    return undefined;
  if (text.endsWith("?")) return text;
  if (/^how to /i.test(text)) return `How do I ${text.slice(7)}?`;
  const [, word, thing, verb] = whatItIs.exec(text) ?? [];
  if (thing !== undefined) return `${word} ${verb} ${thing}?`;
  if (question.test(text)) return `${text}?`;
  if (questionWord.test(text)) return undefined;
  if (imperative.test(text))
    return isImperative(text) ? `How do I ${lowerFirst(text)}?` : undefined;
  // Names of commands and settings begin small: nobody asks what to know about "docent secrets rotate".
  if (/^\p{Ll}/u.test(text)) return undefined;
  if (plainPhrase.test(text)) return `What should I know about ${lowerFirst(text)}?`;
  return undefined;
}

/** "Build and deploy" is two things to do; "Store and data folder" and "List of settings" are none. */
function isImperative(text: string): boolean {
  const [, joint, next = ""] = /^\S+ (and|or|of) (.*)$/i.exec(text) ?? [];
  return joint === undefined || (joint !== "of" && imperative.test(next));
}

/** Names keep their capitals: `API keys`, `OpenAPI`. */
function lowerFirst(text: string): string {
  const [first = ""] = text.split(" ", 1);
  return /^\p{Lu}[\p{Ll}-]+$/u.test(first) ? first.toLowerCase() + text.slice(first.length) : text;
}
