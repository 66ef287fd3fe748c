import { attempt, type Clause, peek, take, takeAll } from "./clause.ts";
import { takeGlue } from "./glue.ts";
import type { Quote } from "./quotes.ts";
import { readScope, type WideScope } from "./read-scope.ts";
import type { ReplaceTask, Task } from "./task.ts";
import { wordsOf } from "./tokens.ts";

const verbs = "!replace|!substitute|!change|!rename|!update|!call|!use|!write|!fix|!renamed";

/** What is known of the pairs so far. */
type Pairs = {
  verb: string;
  from: Term | undefined;
  /** "old": the term that follows is the one to replace. */
  link: "" | "new" | "old" | "sure";
  done: ReplaceTask[];
  part: "headings" | "navigation" | undefined;
  /** A place was said between the terms of a pair. */
  isInner: boolean;
  /** The new term, named ahead of the request. */
  chosen: Quote | undefined;
  isPlural: boolean;
};

/** "Replace “a” with “b”", in its many wordings, with as many pairs as there are. */
export function readReplace(clause: Clause, scope: WideScope): Task[] | undefined {
  const pairs: Pairs = {
    verb: "",
    from: undefined,
    link: "",
    done: [],
    part: undefined,
    isInner: false,
    chosen: undefined,
    isPlural: false,
  };
  const isWhole = takeAll(clause, [
    () => takeAhead(clause, pairs),
    () => takeVerb(clause, pairs),
    () => takeLink(clause, pairs),
    () => takeNoun(clause, pairs),
    () => takeTerm(clause, pairs),
    () => takeSaying(clause, pairs, scope),
    () => {
      const place = clause.at === 0 ? take(clause, "place :")?.[0]?.place : undefined;
      return place !== undefined && scope.only.push(place) > 0;
    },
    () => {
      if (!readScope(clause, scope)) return false;
      pairs.isInner ||= pairs.from !== undefined;
      return true;
    },
    () => take(clause, "follow|instead|typo") !== undefined,
    () => (pairs.from ?? pairs.done[0]) !== undefined && take(clause, "apply") !== undefined,
    () => {
      if (take(clause, "wrong") === undefined || pairs.from === undefined) return false;
      pairs.link = "new";
      return true;
    },
    () => {
      const part = pairs.from === undefined ? take(clause, "part :")?.[0]?.part : undefined;
      if (part === undefined || scope.onlyIn !== undefined) return false;
      scope.onlyIn = [part];
      return true;
    },
    () =>
      pairs.from !== undefined &&
      take(clause, "it") !== undefined &&
      /^(?:should-be|!make|!change|with|by|to|into)$/.test(peek(clause)),
    () =>
      take(clause, "it says|uses") !== undefined ||
      (peek(clause, 1) === "label-q" && take(clause, "its") !== undefined),
    () => isThere(clause, scope),
    () => takeGlue(clause, "replace"),
  ]);
  const { done, from, part } = pairs;
  if (!isWhole || done.length === 0 || from !== undefined) return undefined;
  if (pairs.isInner && done.length > 1) return undefined;
  if (part !== undefined) scope.onlyIn = [part];
  if (!areIndependent(done)) {
    clause.at = 0;
    return undefined;
  }
  if (pairs.chosen !== undefined && done.some(({ to }) => to !== pairs.chosen?.text))
    return undefined;
  const all = pairs.isPlural ? done.flatMap((task) => [plural(task), task]) : done;
  return all.map((task) => ({ ...task, isWhole: part !== undefined }));
}

/** "We settled on “b”", "plurals too": what is said of the pair beside it. */
function takeAhead(clause: Clause, pairs: Pairs): boolean {
  if (take(clause, "plural") !== undefined) {
    pairs.isPlural = true;
    return true;
  }
  const chosen = take(clause, "chosen term? Q")?.at(-1)?.quote;
  if (chosen === undefined || pairs.chosen !== undefined) return false;
  pairs.chosen = chosen;
  return true;
}

function plural(task: ReplaceTask): ReplaceTask {
  return { ...task, from: `${task.from}s`, to: `${task.to}s` };
}

/** "Correct that there": where it was said to stand. */
function isThere(clause: Clause, { only }: WideScope): boolean {
  const token = take(clause, "it")?.[0];
  return token !== undefined && only.length > 0 && /^there$/i.test(wordsOf(token));
}

function takeVerb(clause: Clause, pairs: Pairs): boolean {
  const verb = take(clause, `${verbs}|!make`)?.[0]?.is;
  if (verb === undefined) return false;
  if (verb === "!make" && pairs.from !== undefined) {
    take(clause, "it");
    pairs.link = "sure";
    return true;
  }
  if (verb === "!fix" && peek(clause) !== "typo" && peek(clause) !== "term") return false;
  const isSecond =
    /^!(?:use|write)$/.test(verb) && pairs.link === "new" && pairs.from !== undefined;
  if (isSecond) {
    pairs.verb = "";
    pairs.link = "sure";
    return true;
  }
  if ((pairs.verb !== "" && pairs.verb !== verb) || verb === "!make") return false;
  pairs.verb = verb;
  return true;
}

/** What stands between the terms. "Substitute “a” for “b”" is said in both senses, so it is not read. */
function takeLink(clause: Clause, pairs: Pairs): boolean {
  const { verb, from, link } = pairs;
  if (link !== "" && link !== "new") return false;
  if (from === undefined) {
    // "Instead of “a” use “b”", "from “a” to “b”"
    if (take(clause, "instead-of") !== undefined) {
      pairs.link = "new";
      return true;
    }
    return peek(clause, 1) === "Q" && take(clause, "from") !== undefined;
  }
  if (take(clause, "should-be|becomes|->") !== undefined) {
    pairs.link = "sure";
    return (
      verb === "" ||
      /^!(?:fix|update|change)$/.test(verb) ||
      clause.tokens[clause.at - 1]?.is === "->"
    );
  }
  const isNew = verb === "!use" || verb === "!write";
  if (
    isNew &&
    (take(clause, "instead-of") ?? (peek(clause, 1) === "Q" ? take(clause, "not") : undefined)) !==
      undefined
  ) {
    pairs.link = "old";
    return true;
  }
  if (verb === "" || isNew) return false;
  const words =
    verb === "!substitute" ? "with|by" : verb === "!call" ? "as" : "with|by|to|into|for|as";
  if (take(clause, words) === undefined) return false;
  pairs.link = "sure";
  return true;
}

function takeNoun(clause: Clause, pairs: Pairs): boolean {
  const noun = take(clause, "heading-q|label-q|label")?.[0]?.is;
  if (noun === undefined) return false;
  const part = noun === "heading-q" ? "headings" : "navigation";
  if (pairs.part !== undefined && pairs.part !== part) return false;
  pairs.part = part;
  return true;
}

type Term = Quote & { isMarked: boolean; isLoose?: boolean };

function takeTerm(clause: Clause, pairs: Pairs): boolean {
  const isMarked = take(clause, "term|typo") !== undefined;
  const quote: Term | Quote | undefined =
    take(clause, "Q")?.[0]?.quote ??
    takeChosen(clause, pairs) ??
    takeName(clause, pairs, isMarked || pairs.from?.isMarked === true);
  if (quote === undefined) return false;
  const term: Term = { ...quote, isMarked };
  if (pairs.from === undefined) {
    pairs.from = term;
    const noun = take(clause, "section|group")?.[0]?.is;
    // To replace a section is to write it anew.
    if (noun !== undefined && pairs.verb === "!replace") return false;
    if (noun !== undefined) pairs.part = noun === "section" ? "headings" : "navigation";
    return true;
  }
  // "Call “a” “b”" has nothing between them.
  const isLinked =
    pairs.link === "sure" ||
    pairs.link === "old" ||
    (pairs.verb === "!call" && quote.raw !== quote.text);
  if (!isLinked) return false;
  const [from, to] = pairs.link === "old" ? [term, pairs.from] : [pairs.from, term];
  if (isNumber(to) && !/\d/.test(from.text)) return false;
  if ((from.isLoose || term.isLoose) && !isLike(from.text, to.text)) return false;
  pairs.done.push(taskOf(from, to));
  pairs.from = undefined;
  pairs.link = "";
  return true;
}

/** "Change Node to 24" does not mean that every "Node" becomes "24". */
function isNumber({ raw }: Quote): boolean {
  return /^v?\d[\w.,:-]*$/i.test(raw);
}

const bareVerbs: ReadonlySet<string> = new Set(["!replace", "!substitute", "!change", "!rename"]);

function takeChosen(clause: Clause, { chosen, from }: Pairs): Quote | undefined {
  if (chosen === undefined || from === undefined) return undefined;
  return take(clause, "it") && chosen;
}

/** Without quotes what can be nothing but a name, each of its words with a capital, a digit or a mark in it; other words only where the new term is much the same. */
function takeName(
  clause: Clause,
  { verb, from, link }: Pairs,
  isMarked: boolean,
): Term | undefined {
  return attempt(clause, () => {
    const words: string[] = [];
    for (
      let token = clause.tokens[clause.at];
      token?.is === "other" || token?.is === "number";
      token = clause.tokens[clause.at]
    ) {
      words.push(wordsOf(token));
      clause.at += 1;
    }
    const isStated = peek(clause) === "becomes" || (link === "sure" && from?.raw === from?.text);
    if (!(bareVerbs.has(verb) || isStated || (verb === "!fix" && isMarked))) return undefined;
    const name = words.join(" ");
    const isName = words.every((own) => /[\p{Lu}\d]|.[_@.+#/:-]./u.test(own));
    if (words.length > 4 || name.length < 2) return undefined;
    const isSure = isName || (isMarked && words.length === 1);
    if (!isSure && !/^!(?:change|replace)$/.test(verb)) return undefined;
    return { text: name, raw: name, isCode: false, isMarked, isLoose: !isSure };
  });
}

/** They share a word, or differ by capitals, spaces and hyphens alone. */
function isLike(one: string, other: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s-]/g, "");
  const words = (text: string) =>
    text
      .toLowerCase()
      .split(" ")
      .filter((own) => own.length > 3);
  const areMany = one.includes(" ") || other.includes(" ");
  return (
    plain(one) === plain(other) || (areMany && words(one).some((own) => words(other).includes(own)))
  );
}

/** "The navigation says “a”": where it stands, and what. */
function takeSaying(clause: Clause, pairs: Pairs, scope: WideScope): boolean {
  const [subject, says] = take(clause, "part|place says|uses") ?? [];
  if (says === undefined || pairs.from !== undefined || pairs.done.length > 0) return false;
  if (subject?.part !== undefined) scope.onlyIn = [subject.part];
  if (subject?.place !== undefined) scope.only.push(subject.place);
  return peek(clause) === "Q";
}

function taskOf(from: Quote, to: Quote): ReplaceTask {
  const scope = { only: [], except: [], onlyIn: undefined, alsoIn: [], notIn: [] };
  const { isCode } = from;
  return {
    kind: "replace",
    from: from.text,
    to: to.text,
    isCode,
    ...scope,
    matchCase: false,
    isWhole: false,
  };
}

/** Pairs that undo one another have no order in which they are surely meant. */
function areIndependent(pairs: ReplaceTask[]): boolean {
  return pairs.every(({ to }, index) =>
    pairs.slice(index + 1).every(({ from }) => !to.toLowerCase().includes(from.toLowerCase())),
  );
}
