import type { Clause } from "./clause.ts";
import { commandsOf } from "./commands-of.ts";
import { paragraphsOf } from "./paragraphs-of.ts";
import { plainForm } from "./plain-form.ts";
import { maskQuotes, type Quote, unmask } from "./quotes.ts";
import { readAddition } from "./read-addition.ts";
import { readFrontMatter } from "./read-front-matter.ts";
import { readDelete, readMove, readRepair } from "./read-page-task.ts";
import { readReplace } from "./read-replace.ts";
import { emptyScope, type WideScope } from "./read-scope.ts";
import type { Task } from "./task.ts";
import { type Token, tokensOf, wordsOf } from "./tokens.ts";
import { contradictionIn, withoutReasons } from "./weigh-replacements.ts";

/** The whole instruction as tasks, and what in it only says why; or the words that were not understood, or what is missing, and then nothing is done. */
export type Instruction = { tasks: Task[]; background: string[] } | Unread | { missing: string };

/** Words that nothing took, and the request that they stand in. */
export type Unread = {
  unread: string;
  within: string;
  /** The same request as it would be understood, without those words. */
  plain?: string;
};

const longestInstruction = 60_000;
/** Without what is quoted in it. */
const longestParagraph = 4_000;
const maxTasks = 20;

export function readInstruction(instruction: string): Instruction {
  if (instruction.length > longestInstruction) return tooLong(instruction);
  const { text, quotes } = maskQuotes(instruction);
  const paragraphs = paragraphsOf(text, quotes);
  const long = paragraphs.find((own) => own.text.length > longestParagraph);
  if (long !== undefined || paragraphs.length > 200) return tooLong(instruction);
  const commands = commandsOf(paragraphs, quotes, (tokens) => isWide(tokens, quotes));
  if (commands.length > maxTasks) return tooLong(instruction);
  const tasks: Task[] = [];
  for (const { tokens } of commands) {
    const read = readCommand(tokens, quotes);
    if (!Array.isArray(read)) return read;
    tasks.push(...read);
  }
  const doubtful = quotes.flatMap(doubtfulIn)[0] ?? contradictionIn(tasks);
  if (doubtful !== undefined) return doubtful;
  const asides = commands.flatMap(({ tokens }) => tokens.filter(({ is }) => is === "aside"));
  const background = asides.map((aside) => unmask(wordsOf(aside), quotes));
  return { tasks: withoutReasons(tasks), background };
}

function tooLong(instruction: string): Unread {
  return { unread: "so much at once", within: instruction.slice(0, 80) };
}

const asks =
  /^(?:please|also|thanks|thank you|(?:and|then|finally)[, ]+(?:please|also)|(?:list|put|link|add) it\b|make sure|(?:don['’]t|do not) (?:touch|change))\b/i;

/** A paragraph of a given text that may be a request of its own. */
function doubtfulIn({ text, isBody }: Quote): Unread[] {
  const paragraphs = isBody ? text.split(/\n[ \t]*\n/).slice(1, 50) : [];
  const found = paragraphs.find((own) => {
    if (asks.test(own)) return true;
    if (own.length > 1_000 || /^(?:```|~~~|#)/.test(own)) return false;
    const read = readInstruction(own);
    return "tasks" in read && read.tasks.length > 0;
  });
  return found === undefined
    ? []
    : [{ unread: found, within: `${found} (is it text, or a request?)` }];
}

type Read = (clause: Clause, scope: WideScope) => Task[] | { missing: string } | undefined;

const readAdded: Read = (clause) => {
  const read = readAddition(clause);
  return typeof read === "string" ? { missing: read } : read && [read];
};

const readers: Read[] = [readMove, readFrontMatter, readDelete, readReplace, readRepair, readAdded];

function readCommand(tokens: Token[], quotes: Quote[]): Task[] | Unread | { missing: string } {
  const named = withBack(tokens);
  let furthest = 0;
  let missing: { missing: string } | undefined;
  for (const read of named === undefined ? [] : readers) {
    const clause = { tokens: named ?? [], at: 0 };
    const scope = emptyScope();
    const found = read(clause, scope);
    if (Array.isArray(found)) return found.map((task) => withScope(task, scope));
    missing ??= found;
    furthest = Math.max(furthest, clause.at);
  }
  return missing ?? unreadFrom(tokens, furthest, quotes);
}

/** "it" and "that page" mean the page that was spoken of before the request; one that the request does not come back to leaves it unclear. */
function withBack(tokens: Token[]): Token[] | undefined {
  const places = tokens.flatMap((token) => token.places ?? []);
  const [place, ...others] = places;
  if (place === undefined) return tokens;
  const names = new Set(tokens.map((token) => token.place?.name));
  const isBack = tokens.some(({ is }) => is === "it" || is === "its");
  if (!isBack) return places.every(({ name }) => names.has(name)) ? tokens : undefined;
  if (others.length > 0) return undefined;
  return tokens.map((token) =>
    token.is === "it" || token.is === "its" ? { ...token, is: "place", place } : token,
  );
}

function withScope(
  task: Task,
  { only, except, onlyIn, alsoIn, notIn, matchCase, language }: WideScope,
): Task {
  const own = { only, except, ...(language !== undefined && { language }) };
  if (task.kind === "replace") return { ...task, ...own, onlyIn, alsoIn, notIn, matchCase };
  return task.kind === "repair" || task.kind === "front-matter" ? { ...task, ...own } : task;
}

function isWide(tokens: Token[], quotes: Quote[]): boolean {
  const read = readCommand(tokens, quotes);
  return (
    Array.isArray(read) && read.some(({ kind }) => /^(?:replace|repair|front-matter)$/.test(kind))
  );
}

/** From the first word that nothing took to the end of its sentence. */
function unreadFrom(tokens: Token[], at: number, quotes: Quote[]): Unread {
  const token = tokens[Math.min(at, tokens.length - 1)];
  if (token === undefined) return { unread: "", within: "" };
  const same = tokens.filter(({ text }) => text === token.text);
  const last = same.at(-1)?.end ?? token.end;
  // Words without a meaning of their own stand in no token, and are quoted all the same.
  const next = tokensOf(token.text, quotes).find(({ start }) => start >= last);
  const end = next?.start ?? token.text.length;
  const mark = /^[.!?]/.exec(token.text.slice(end))?.[0] ?? "";
  const slice = (start: number) =>
    unmask(token.text.slice(start, end).trimEnd() + mark, quotes).trim();
  const plain = plainForm(tokens);
  return {
    ...{ unread: slice(token.start), within: slice(same[0]?.start ?? 0) },
    ...(plain !== "" && { plain }),
  };
}
