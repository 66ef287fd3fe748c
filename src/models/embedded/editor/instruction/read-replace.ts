import { attempt, type Clause, isRead, take, takeQuote, words } from "./clause.ts";
import type { Quote } from "./quotes.ts";
import { readScope, type WideScope } from "./read-scope.ts";
import type { ReplaceTask, Task } from "./task.ts";

const noun =
  "(?:words?|terms?|phrases?|texts?|strings?|names?|labels?|titles?|product name|spelling|wording|expression)";
const lead = words(
  `(?:(?:all|every|each|any|the|of|our|old|new) )*(?:(?:occurrences?|mentions?|instances?|uses?|references?|places?|appearances?)(?: of| to)(?: the| our)? )?(?:${noun} )?(?=\\S)`,
);

/** "Replace “a” with “b”", in its many wordings, with as many pairs as there are. The terms are quoted. */
export function readReplace(clause: Clause, scope: WideScope): Task[] | undefined {
  const swapped = take(clause, words("(?:use|say|write)"));
  const verb =
    swapped ??
    take(
      clause,
      words(
        "(?:(?:find|search(?: for)?) and )?(?:replace|swap(?: out)?|substitute|exchange|change|rename|update|correct|turn|convert|switch)",
      ),
    );
  const isNews = verb === undefined;
  // "Convert JavaScript to TypeScript" asks for work; only quoted text is sure to be meant word for word.
  const mayBeBare = !/^(?:update|correct|turn|convert|switch|use|say|write)/i.test(
    verb?.[0] ?? "use",
  );
  const part = take(
    clause,
    words(
      "(?:the )?(?:(heading|headline|header|section title)|(?:(?:navigation|nav|sidebar|menu) (?:title|label|entry|item|group|text)|(?:navigation )?group(?: title)?|tab))(?= \\uE000)",
    ),
  );
  const pairs: ReplaceTask[] = [];
  for (;;) {
    const pair = attempt(clause, () => {
      if (pairs.length > 0)
        take(clause, words("(?:and|then|also)(?: also)?(?: (?:replace|change|rename))?"));
      return readPair(clause, { isSwapped: swapped !== undefined, isNews, mayBeBare });
    });
    if (pair === undefined) break;
    pairs.push({ ...taskOf(pair), isWhole: part !== undefined });
  }
  if (pairs.length === 0) return undefined;
  readScope(clause, scope);
  if (part !== undefined) scope.onlyIn = [part[1] === undefined ? "navigation" : "headings"];
  return isRead(clause) && areIndependent(pairs) ? pairs : undefined;
}

type Pair = { from: Quote; to: Quote };

type PairForm = { isSwapped: boolean; isNews: boolean; mayBeBare: boolean };

function readPair(clause: Clause, { isSwapped, isNews, mayBeBare }: PairForm): Pair | undefined {
  const first = takeTerm(clause, { mayBeBare, isMarked: false });
  if (first === undefined) return undefined;
  const between = isSwapped
    ? words("(?:instead of|in place of|rather than)")
    : isNews
      ? words(
          "(?:is|are|has been|have been|was|were) (?:now )?(?:called|named|known as|renamed(?: to| as)?)|(?:->|→|=>)",
        )
      : words("(?:with|by|to|into|for|as)");
  if (take(clause, between) === undefined) return undefined;
  const second = takeTerm(clause, { mayBeBare, isMarked: first.isMarked });
  if (second === undefined || (isNumber(second) && !/\d/.test(first.text))) return undefined;
  return isSwapped ? { from: second, to: first } : { from: first, to: second };
}

/** "Change Node to 24" does not mean that every "Node" becomes "24". */
function isNumber({ raw }: Quote): boolean {
  return /^v?\d[\w.,:-]*$/i.test(raw);
}

/** `isMarked`: it is called a word or a term, so that it is meant to the letter. */
type Term = Quote & { isMarked: boolean };

const marks = /\b(?:occurrences?|mentions?|instances?|words?|terms?|phrases?|strings?)\b/i;

function takeTerm(
  clause: Clause,
  form: { mayBeBare: boolean; isMarked: boolean },
): Term | undefined {
  return attempt(clause, () => {
    const isMarked = marks.test(take(clause, lead)?.[0] ?? "") || form.isMarked;
    const term = takeQuote(clause) ?? (form.mayBeBare ? takeName(clause, isMarked) : undefined);
    return term && { ...term, isMarked };
  });
}

const nameWord = "[\\p{L}\\p{N}_@][\\p{L}\\p{N}_@.+#/:-]*";

/** Without quotes only what can be nothing but a name: each of its words has a capital, a digit or a mark in it. */
function takeName(clause: Clause, isMarked: boolean): Quote | undefined {
  const pattern = new RegExp(
    `^${nameWord}(?: ${nameWord}){0,3}?(?= (?:with|by|to|into|for|as|instead|in|on|everywhere|across|throughout|but|except|and)\\b|[.,;!?]?$|[.,;!?]\\s)`,
    "u",
  );
  const found = pattern.exec(clause.rest)?.[0].replace(/[.:]$/, "");
  if (found === undefined || found.length < 2) return undefined;
  const isName = found.split(" ").every((word) => /[\p{Lu}\d]|.[_@.+#/:-]./u.test(word));
  const isWord = isMarked && !found.includes(" ") && !/^(?:it|them|this|that|all)$/i.test(found);
  if (!isName && !isWord) return undefined;
  clause.rest = clause.rest.slice(found.length).replace(/^[\s,]+/, "");
  return { text: found, raw: found, isCode: false };
}

function taskOf({ from, to }: Pair): ReplaceTask {
  return {
    kind: "replace",
    from: from.text,
    to: to.text,
    isCode: from.isCode,
    ...{
      only: [],
      except: [],
      onlyIn: undefined,
      alsoIn: [],
      notIn: [],
      matchCase: false,
      isWhole: false,
    },
  };
}

/** Pairs that undo one another have no order in which they are surely meant. */
function areIndependent(pairs: ReplaceTask[]): boolean {
  return pairs.every(({ to }, index) =>
    pairs.slice(index + 1).every(({ from }) => !to.toLowerCase().includes(from.toLowerCase())),
  );
}
