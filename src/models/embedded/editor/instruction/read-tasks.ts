import { type Masked, maskQuotes, phraseOf, type Quote, unmask } from "./quotes.ts";
import { imperative, readCommand, withoutLead } from "./read-command.ts";
import { names } from "./read-replace.ts";
import type { AddPageTask, AddSectionTask, Task } from "./task.ts";

type Assignment = {
  tasks: Task[];
  /** Sentences after the first task that led to nothing. */
  leftOver: string[];
};

const longestInstruction = 40_000;
const maxTasks = 20;

/** What the instruction asks for, in order. What this editor cannot do exactly becomes a draft. */
export function readTasks(instruction: string): Assignment {
  const text = instruction.slice(0, longestInstruction);
  const masked = maskQuotes(text);
  const reading: Reading = { quotes: masked.quotes, tasks: [], leftOver: [], open: undefined };
  for (const clause of clauses(masked)) readClause(reading, clause);
  if (reading.tasks.every((task) => task.kind === "draft")) {
    return { tasks: [{ kind: "draft", instruction: text }], leftOver: [] };
  }
  return { tasks: reading.tasks.slice(0, maxTasks), leftOver: reading.leftOver };
}

/** `open` is the task that further sentences add to, with the list mark it stood behind. */
type Reading = {
  quotes: Quote[];
  tasks: Task[];
  leftOver: string[];
  open: { task: Task; mark: string } | undefined;
};

function readClause(reading: Reading, clause: Clause): void {
  const { quotes, tasks } = reading;
  const command = withoutLead(clause.text);
  const found = readCommand(command, quotes);
  const last = found.at(-1);
  if (last !== undefined) {
    tasks.push(...found);
    reading.open = { task: last, mark: clause.mark };
    return;
  }
  if (limits(tasks, command, quotes)) return;
  const isOwnItem = clause.opens && clause.mark !== "" && reading.open?.mark !== "";
  if (reading.open !== undefined && !isOwnItem && addTo(reading.open.task, clause, quotes)) return;
  const words = unmask(clause.text, quotes);
  if (imperative.test(command)) {
    const draft: Task = { kind: "draft", instruction: words };
    tasks.push(draft);
    reading.open = { task: draft, mark: clause.mark };
  } else if (tasks.length > 0 && !pleasantry.test(command)) reading.leftOver.push(words);
}

const pleasantry = /^(?:thanks|thank you|cheers|regards|best|great|ok|okay|bye)\b.{0,40}$/i;

const leaveAlone =
  /^(?:(?:do not|don['’]t|never) (?:touch|change|edit|modify|update)|leave out|leave|skip|ignore) (.+?)(?: alone| as (?:it is|they are|is)| unchanged| untouched| out)?[.!]?$/i;
const alsoInCode =
  /^(?:also|and|including|do (?:it|this|so)|change it)?\b.{0,40}\b(?:in|inside|including) (?:the )?code\b/i;

/** "Leave the changelog alone" and "Also in code" say how far the replacements before them go. */
function limits(tasks: Task[], command: string, quotes: Quote[]): boolean {
  const replacements = tasks.filter((task) => task.kind === "replace");
  if (replacements.length === 0) return false;
  const spared = leaveAlone.exec(command)?.[1];
  if (spared !== undefined) {
    const except = names(spared, quotes);
    for (const task of replacements) task.except.push(...except);
    return true;
  }
  if (!alsoInCode.test(command)) return false;
  for (const task of replacements) task.inCode = true;
  return true;
}

const longestText = 30_000;

/** Adds a sentence to a page, section or draft that was asked for before it. */
function addTo(task: Task, clause: Clause, quotes: Quote[]): boolean {
  if (task.kind === "draft") {
    task.instruction += `${gap(clause)}${unmask(clause.text, quotes)}`;
    return true;
  }
  if (task.kind !== "add-page" && task.kind !== "add-section") return false;
  addContent(task, clause, phraseOf(clause.text, quotes).text);
  return true;
}

const mustSay =
  /^(?:it|they|this|the (?:new )?(?:page|section|text|note)) (?:should|must|needs to|has to|shall) (?:say|read|state)(?: that)?:? (.+)$/is;
const wish =
  /^(?:it|they|this|the (?:new )?(?:page|section|text|note)) (?:should|must|needs?|has to|ought)\b|^(?:please|make sure|ensure|mention|include|cover|explain|describe|keep|link|do not|don['’]t|use|list|show|add|put|give|also)\b/i;

function addContent(task: AddPageTask | AddSectionTask, clause: Clause, words: string): void {
  const said = mustSay.exec(words)?.[1];
  if (said === undefined && wish.test(words)) {
    task.wishes.push(words);
    return;
  }
  const text = said === undefined ? words : said.charAt(0).toUpperCase() + said.slice(1);
  task.text = (task.text === "" ? text : `${task.text}${gap(clause)}${text}`).slice(0, longestText);
}

function gap(clause: Clause): string {
  if (!clause.opens) return " ";
  return clause.mark === "" ? "\n\n" : `\n${clause.mark}`;
}

/** One sentence of the instruction, masked. */
type Clause = {
  text: string;
  /** A paragraph or list item begins with it. */
  opens: boolean;
  /** The mark of the list item it stands in, such as "- "; "" outside lists. */
  mark: string;
};

const maxClauses = 300;
const listMark = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s+/;
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|approx|etc)\.$/i;

/** Cuts the instruction into sentences; quoted text is never cut. */
function clauses({ text, quotes }: Masked): Clause[] {
  const found: Clause[] = [];
  for (const { mark, lines } of paragraphs(text)) {
    const paragraph = lines.join(" ");
    let start = 0;
    for (const end of [...sentenceEnds(paragraph, quotes), paragraph.length]) {
      const sentence = paragraph.slice(start, end).trim();
      if (sentence !== "") found.push({ text: sentence, opens: start === 0, mark });
      start = end;
    }
  }
  return found.slice(0, maxClauses);
}

type Paragraph = { mark: string; lines: string[] };

/** Blank lines, list marks and commands begin a new paragraph; other line ends are only where a line was full. */
function paragraphs(text: string): Paragraph[] {
  const result: Paragraph[] = [];
  let current: Paragraph | undefined;
  for (const line of text.split(/\r?\n/)) {
    const mark = listMark.exec(line)?.[0].trim() ?? "";
    const content = line.replace(listMark, "").replace(/\s+/g, " ").trim();
    if (content === "") {
      current = undefined;
      continue;
    }
    if (current === undefined || mark !== "" || startsCommand(content)) {
      current = { mark: mark === "" ? "" : `${mark} `, lines: [] };
      result.push(current);
    }
    current.lines.push(content);
  }
  return result;
}

function startsCommand(line: string): boolean {
  return /^(?:please |then |also )?(?:replace|rename|change|add|create|write|fix|repair|fill|insert)\b/i.test(
    line,
  );
}

function sentenceEnds(paragraph: string, quotes: Masked["quotes"]): number[] {
  const ends: number[] = [];
  for (const match of paragraph.matchAll(
    /([.!?;]|\uE000(\d{1,5})\uE001) (?=[\p{Lu}\uE000\d])|; /gu,
  )) {
    const end = match.index + match[0].length;
    const quote = match[2] === undefined ? undefined : quotes[Number(match[2])];
    if (match[2] !== undefined && !/[.!?]$/.test(quote?.text ?? "")) continue;
    if (match[1] === "." && abbreviation.test(paragraph.slice(Math.max(0, end - 12), end - 1)))
      continue;
    ends.push(end);
  }
  return ends;
}
