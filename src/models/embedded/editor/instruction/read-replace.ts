import { attempt, type Clause, isRead, take, takeQuote, words } from "./clause.ts";
import type { Quote } from "./quotes.ts";
import { readScope, type WideScope } from "./read-scope.ts";
import type { ReplaceTask, Task } from "./task.ts";

const noun =
  "(?:words?|terms?|phrases?|texts?|strings?|names?|labels?|titles?|product name|(?:spelling|wording)(?: of)?|typos?|expression)";
const lead = words(
  `(?:(?:all|every|each|any|the|of|our|old|new) )*(?:(?:occurrences?|mentions?|instances?|uses?|references?|places?|appearances?)(?: of| to)(?: the| our)? )?(?:${noun} )?(?=\\S)`,
);

/** "Replace “a” with “b”", in its many wordings, with as many pairs as there are. The terms are quoted. */
export function readReplace(clause: Clause, scope: WideScope): Task[] | undefined {
  const old = takeInstead(clause);
  const swapped = take(clause, words("(?:use|say|write)"));
  if (old !== undefined && swapped === undefined) return undefined;
  const verb =
    swapped ??
    take(
      clause,
      words(
        "(?:(?:find|search(?: for)?) and )?(?:replace|swap(?: out)?|substitute|exchange|change|rename|update|correct|turn|convert|switch|spell|call)",
      ),
    );
  const isNews = verb === undefined;
  // "Convert JavaScript to TypeScript" asks for work; only quoted text is sure to be meant word for word.
  const mayBeBare = !/^(?:update|correct|turn|convert|switch|use|say|write|spell|call)/i.test(
    verb?.[0] ?? "use",
  );
  const part = take(
    clause,
    words(
      "(?:the )?(?:(heading|headline|header|section(?: title| heading)?)|(?:(?:navigation|nav|sidebar|menu) (?:title|label|entry|item|group|text)|(?:navigation )?group(?: title)?|tab))(?= \\uE000)",
    ),
  );
  const pairs: ReplaceTask[] = [];
  for (;;) {
    const pair = attempt(clause, () => {
      if (old !== undefined) return newFor(clause, old, pairs.length);
      if (pairs.length > 0)
        take(clause, words("(?:and|then|also)(?: also)?(?: (?:replace|change|rename))?"));
      return readPair(clause, scope, { verb: verb?.[0] ?? "", isNews, mayBeBare });
    });
    if (pair === undefined) break;
    pairs.push({ ...taskOf(pair), isWhole: part !== undefined });
  }
  if (pairs.length === 0) return undefined;
  take(clause, words("from (?:now|here) on|going forward|instead"));
  const named = scope.only.length;
  readScope(clause, scope);
  // "In a.md … in b.md" may mean both, or one of them.
  if (named > 0 && scope.only.length > named) return undefined;
  if (part !== undefined) scope.onlyIn = [part[1] === undefined ? "navigation" : "headings"];
  return isRead(clause) && areIndependent(pairs) ? pairs : undefined;
}

type Pair = { from: Quote; to: Quote };

/** "Instead of “a”, use “b”." */
function takeInstead(clause: Clause): Quote | undefined {
  return attempt(
    clause,
    () => take(clause, words("(?:instead|in place) of")) && takeTerm(clause, quotedOnly),
  );
}

const quotedOnly = { mayBeBare: false, isMarked: false };

function newFor(clause: Clause, from: Quote, index: number): Pair | undefined {
  const to = index === 0 ? takeTerm(clause, quotedOnly) : undefined;
  return to && { from, to };
}

type PairForm = { verb: string; isNews: boolean; mayBeBare: boolean };

/** What stands between the terms, by verb. "Substitute “a” for “b”" is said in both senses, so it is not read. */
const betweens: [RegExp, RegExp][] = [
  [/^(?:use|say|write)/i, words("(?:instead of|in place of|rather than)")],
  [/^substitute/i, words("(?:with|by)")],
  [/^call/i, words("as")],
  [/^spell/i, words("as")],
];
const news = words(
  "(?:is|are|has been|have been|was|were) (?:now )?(?:called|named|known as|renamed(?: to| as)?)|(?:should|must|shall) (?:now )?(?:be(?:come)?|read)(?: called)?|(?:now )?becomes?|(?:->|→|=>)",
);

function readPair(clause: Clause, scope: WideScope, form: PairForm): Pair | undefined {
  const { verb, isNews, mayBeBare } = form;
  const first = takeTerm(clause, { mayBeBare, isMarked: false });
  if (first === undefined) return undefined;
  const between = isNews
    ? news
    : (betweens.find(([own]) => own.test(verb))?.[1] ?? words("(?:with|by|to|into|for|as)"));
  // "Call “a” “b”" has nothing between them.
  const isCalled = /^call/i.test(verb) && clause.rest.startsWith("\uE000");
  if (!isCalled && !takeBetween(clause, scope, between)) return undefined;
  const second = takeTerm(clause, { mayBeBare, isMarked: first.isMarked });
  if (second === undefined || (isNumber(second) && !/\d/.test(first.text))) return undefined;
  return /^(?:use|say|write)/i.test(verb)
    ? { from: second, to: first }
    : { from: first, to: second };
}

/** "Replace “a” in x.md with “b”": how far it goes may stand before what it becomes. */
function takeBetween(clause: Clause, scope: WideScope, between: RegExp): boolean {
  if (take(clause, between) !== undefined) return true;
  const own = structuredClone(scope);
  if (isNarrow(scope)) return false;
  readScope(clause, own);
  if (take(clause, between) === undefined) return false;
  Object.assign(scope, own);
  return true;
}

/** Said for one pair already, it would be unclear which of them it is for. */
function isNarrow({ only, except, onlyIn, isEverywhere }: WideScope): boolean {
  return only.length + except.length > 0 || onlyIn !== undefined || isEverywhere;
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
  // "Rename a.md to b.md" is about files.
  if ((!isName && !isWord) || /\/|\.(?:mdx?|markdown)$/i.test(found)) return undefined;
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
