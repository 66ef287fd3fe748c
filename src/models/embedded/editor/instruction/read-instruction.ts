import { attempt, type Clause, isRead, unread } from "./clause.ts";
import { maskQuotes, type Quote } from "./quotes.ts";
import { type Addition, additionTask, readAddition, readDetails } from "./read-addition.ts";
import { readFrontMatter } from "./read-front-matter.ts";
import { readDelete, readMove, readRepair, takeReplacement, takeSeenTo } from "./read-page-task.ts";
import { readReplace } from "./read-replace.ts";
import { emptyScope, readScope, type WideScope } from "./read-scope.ts";
import { sentencesOf } from "./sentences-of.ts";
import type { Task } from "./task.ts";

/** The whole instruction as tasks; or the words that were not understood, or what is missing, and then nothing is done. */
export type Instruction = { tasks: Task[] } | Unread | { missing: string };

/** Words that nothing took, and the request that they stand in. */
type Unread = { unread: string; within: string };

const longestInstruction = 60_000;
/** Without what is quoted in it. */
const longestSentence = 2_000;
const maxTasks = 20;

export function readInstruction(instruction: string): Instruction {
  if (instruction.length > longestInstruction) return tooLong(instruction);
  const { text, quotes } = maskQuotes(instruction);
  const commands: Command[] = [];
  for (const sentence of sentencesOf(text, quotes)) {
    if (sentence.length > longestSentence) return tooLong(sentence);
    const request = withoutLead(sentence);
    if (isRead({ rest: request, quotes }) || pleasantry.test(request)) continue;
    // "Also in code" is more of what came before, and not the same as "in code".
    const more = [sentence, sentence.replace(polite, "")];
    if (commands.length > 0 && more.some((rest) => readMore({ rest, quotes }, commands))) continue;
    const found = readSentence(request, quotes, 0);
    if ("unread" in found) return found;
    commands.push(...found);
    if (commands.length > maxTasks) return tooLong(instruction);
  }
  const tasks: Task[] = [];
  for (const command of commands) {
    const made = tasksOf(command);
    if (typeof made === "string") return { missing: made };
    tasks.push(...made);
  }
  return { tasks };
}

function tooLong(instruction: string): Unread {
  return { unread: "so much at once", within: instruction.slice(0, 80) };
}

/** One sentence that asks for something, with how far it goes. */
type Command = { tasks: Task[]; scope: WideScope; addition: Addition | undefined };

const pleasantry =
  /^(?:(?:thanks?|thank you|cheers|regards|hi|hello|hey|ok|okay|great|that['’]?s (?:it|all)|two things|three things|a few things|the following|do the following|(?:these|some|the following) changes|please)\b[\s,!.:]*)+(?:you|a lot|so much|very much|everyone|team|there|in advance)?[\s!.:,]*$/i;
const lead =
  /^(?:please|kindly|(?:can|could|would|will) you|it would be (?:great|nice|good) if you (?:could|would)|you (?:should|must|can|need to)|i(?:['’]d| would) like (?:you )?to|i (?:want|need) (?:you )?to|we(?:['’]d| would) like (?:you )?to|we (?:want|need|have) (?:you )?to|let['’]?s|and|then|also|next|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|last(?:ly)?|after that|afterwards|now|(?:hi|hello|hey)(?: there| team| all| docent)?|just|go ahead and|two things(?: please)?|task|todo|step \d)\b[\s,:!]*/i;

const polite = /^(?:(?:please|kindly|can you|could you|would you)\b[\s,]*)+/i;

/** The sentence from its verb on: politeness and "then" are taken off. */
function withoutLead(sentence: string): string {
  let text = sentence.trim();
  for (let round = 0; round < 8 && lead.test(text); round += 1) text = text.replace(lead, "");
  return text;
}

/** A sentence that says more about those before it: "Leave the changelog alone.", "Its text: “…”". */
function readMore(clause: Clause, commands: Command[]): boolean {
  const last = commands.at(-1);
  const { addition } = last ?? {};
  const wide = commands.filter(({ tasks }) => tasks.some(({ kind }) => scoped.has(kind)));
  const reads = [
    () => addition && readDetails(clause, addition),
    () => {
      // What is read only in part must leave no trace in the tasks before.
      const scopes = wide.map(({ scope }) => structuredClone(scope));
      const ends = scopes.map((scope) => {
        const copy = { ...clause };
        readScope(copy, scope);
        return copy;
      });
      clause.rest = ends[0]?.rest ?? clause.rest;
      if (isRead(clause))
        for (const [index, command] of wide.entries())
          command.scope = scopes[index] ?? command.scope;
    },
    () =>
      last?.tasks.some(({ kind }) => kind === "move" || kind === "delete") && takeSeenTo(clause),
    () => {
      const task = last?.tasks.at(-1);
      if (task?.kind === "delete") task.replacement ??= takeReplacement(clause);
    },
  ];
  return reads.some((read) =>
    attempt(clause, () => {
      read();
      return isRead(clause) ? true : undefined;
    }),
  );
}

const scoped: ReadonlySet<Task["kind"]> = new Set(["replace", "repair", "front-matter"]);

const verbs =
  "find|search|replace|rename|change|swap|substitute|exchange|update|use|say|add|create|make|write|insert|append|fix|repair|correct|mend|fill|move|relocate|delete|remove|drop|get rid of|take|call|set|give|put|turn|convert|switch|translate|rewrite|shorten|explain|document|merge|split|publish|list|sort|commit|push|run|print|show|check|review";
const joint = new RegExp(
  `[,;]?\\s+(?:and then|and also|and|then|but also)\\s+(?=(?:please |also |then )*(?:${verbs})\\b)|[,;]\\s+(?=(?:please |also |then )*(?:${verbs})\\b)`,
  "gi",
);
const maxJoints = 8;

/** A sentence as a whole, or cut where a word joins one request to the next. */
function readSentence(text: string, quotes: Quote[], depth: number): Command[] | Unread {
  const whole = readCommand(text, quotes);
  if (!("unread" in whole)) return [whole];
  let best = whole;
  for (const match of depth < maxJoints ? text.matchAll(joint) : []) {
    const left = readCommand(text.slice(0, match.index), quotes);
    if ("unread" in left) continue;
    const rest = withoutLead(text.slice(match.index + match[0].length));
    const right = readSentence(rest, quotes, depth + 1);
    if (!("unread" in right)) return [left, ...right];
    if (right.unread.length < best.unread.length) best = right;
  }
  return best;
}

const prefixed = /^(?:in|on|within|inside|under|throughout|across|for|only in|everywhere)\b/i;

function readCommand(text: string, quotes: Quote[]): Command | Unread {
  const whole = { rest: text, quotes };
  let best = unread(whole);
  for (const read of readers) {
    const clause = { rest: text, quotes };
    const scope = emptyScope();
    if (prefixed.test(text) && read !== readAdded) readScope(clause, scope);
    const found = read(clause, scope);
    if (found !== undefined && isRead(clause)) return { scope, ...found };
    const left = unread(clause);
    if (/[\p{L}\p{N}]/u.test(left) && left.length < best.length) best = left;
  }
  return { unread: best, within: unread(whole) };
}

type Read = (clause: Clause, scope: WideScope) => Omit<Command, "scope"> | undefined;

function only(read: (clause: Clause, scope: WideScope) => Task[] | undefined): Read {
  return (clause, scope) => {
    const tasks = read(clause, scope);
    return tasks && { tasks, addition: undefined };
  };
}

/** Moving and deleting name their own pages, so nothing may stand before them. */
function unscoped(read: (clause: Clause) => Task[] | undefined): Read {
  return only((clause, scope) =>
    scope.only.length + scope.except.length > 0 ? undefined : read(clause),
  );
}

/** An addition has places of its own. */
function readAdded(clause: Clause): ReturnType<Read> {
  const addition = readAddition(clause);
  return addition && { tasks: [], addition };
}

const readers: Read[] = [
  unscoped(readMove),
  only(readFrontMatter),
  unscoped(readDelete),
  only(readReplace),
  only(readRepair),
  readAdded,
];

function tasksOf({ tasks, scope, addition }: Command): Task[] | string {
  if (addition !== undefined) {
    const task = additionTask(addition);
    return typeof task === "string" ? task : [task];
  }
  const { only: places, except, onlyIn, alsoIn, notIn, matchCase } = scope;
  return tasks.map((task) => {
    if (task.kind === "replace")
      return { ...task, only: places, except, onlyIn, alsoIn, notIn, matchCase };
    return scoped.has(task.kind) ? { ...task, only: places, except } : task;
  });
}
