import { phraseOf, type Quote } from "./quotes.ts";
import { readAddition } from "./read-addition.ts";
import { readReplace } from "./read-replace.ts";
import type { FixLinksTask, FrontMatterTask, Task } from "./task.ts";

/** The tasks in one sentence, several where it joins them with "and"; none when it is not one of ours. */
export function readCommand(command: string, quotes: Quote[], depth = 0): Task[] {
  if (command.length > longestCommand) return readOne(command.slice(0, longestCommand), quotes);
  for (const match of command.matchAll(joint)) {
    if (depth >= maxJoints) break;
    const left = readOne(command.slice(0, match.index), quotes);
    if (left.length === 0 || left.some(isSpokenFor)) continue;
    const rest = withoutLead(command.slice(match.index + match[0].length));
    const right = readCommand(rest, quotes, depth + 1);
    if (right.length > 0) return [...left, ...right];
  }
  return readOne(command, quotes);
}

/** The sentence from its verb on: list marks, politeness and "then" are taken off. */
export function withoutLead(text: string): string {
  let command = text.trim().replace(/[.!?;,\s]+$/, "");
  for (let round = 0; round < 8; round += 1) {
    const shorter = command.replace(lead, "");
    if (shorter === command || shorter === "") break;
    command = shorter;
  }
  return command;
}

/** A sentence that asks for work of some kind. */
export const imperative =
  /^(?:rewrite|reword|update|improve|document|describe|explain|shorten|simplify|translate|remove|delete|merge|split|move|restructure|reorgani[sz]e|clarify|expand|extend|polish|proofread|review|summari[sz]e|convert|make|write|create|add|change|set|turn|migrate|deprecate|mention|include|correct|fix|check|generate|draft|rename|replace|use|edit|refactor|introduce|adapt|drop|clean|finish|complete|cover|show|provide|put)\b/i;

const longestCommand = 4000;
const maxJoints = 20;
const joint =
  /,? (?:and then|and also|then|and) (?=(?:please |also )?(?:find|search|replace|rename|change|swap|substitute|update|use|add|create|write|insert|append|fix|repair|correct|fill|check|complete|turn|convert)\b)/gi;
const lead =
  /^(?:[-*+•]\s|\d{1,3}[.)]\s|(?:please|kindly|can you|could you|would you|will you|you (?:should|must|can|need to)|i(?:['’]d| would) like (?:you )?to|i (?:want|need) (?:you )?to|we (?:want|need|would like|have) to|we should|let['’]?s|let us|and|then|also|next|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|last(?:ly)?|afterwards|after that|now|hi|hello|hey|so|just|go ahead and|help me(?: to)?|the task is to|your task is to|task:|todo:)\b[\s,:!]*|(?:update|change|edit) (?:the |our |all |all the )?(?:docs|documentation|pages) (?:to|so that (?:they|it)) )/i;

function isSpokenFor(task: Task): boolean {
  if (task.kind !== "add-page" && task.kind !== "add-section") return false;
  return task.text !== "" || task.topic.split(" ").length > 4;
}

const onPage =
  /^(?:in|on) (.+?),? (?=(?:please )?(?:replace|rename|change|swap|substitute|use|add|insert|append|fix|repair|fill)\b)/i;

function readOne(command: string, quotes: Quote[]): Task[] {
  const place = onPage.exec(command);
  if (place !== null) {
    const page = phraseOf(place[1] ?? "", quotes).text;
    const rest = withoutLead(command.slice(place[0].length));
    return readBare(
      /^(?:add|insert|append)\b/i.test(rest) ? withPlace(rest, place[1] ?? "") : rest,
      quotes,
    ).map((task) => (task.kind === "add-page" || task.kind === "draft" ? task : { ...task, page }));
  }
  return readBare(command, quotes);
}

/** "In the keys page, add a section called X" as "add a section to the keys page called X". */
function withPlace(command: string, place: string): string {
  return command.replace(
    /\b(section|subsection|heading|chapter|part|paragraph|note|warning|tip)\b/i,
    `$1 to ${place.replaceAll("$", "$$$$")}`,
  );
}

function readBare(command: string, quotes: Quote[]): Task[] {
  const care =
    readFixLinks(command, quotes) ??
    readFrontMatter(command, quotes) ??
    readAddition(command, quotes);
  return care === undefined ? readReplace(command, quotes) : [care];
}

const links =
  /^(?:find and )?(fix|repair|correct|mend|resolve|check|find|update|clean up)\b.{0,60}?\b(?:links?|anchors?|cross-?references?|hyperlinks?)\b(.*)$/i;

function readFixLinks(command: string, quotes: Quote[]): FixLinksTask | undefined {
  const match = links.exec(command);
  if (match === null) return undefined;
  const isBroken =
    /\b(?:broken|dead|invalid|stale|outdated|wrong|missing|404|internal|bad)\b/i.test(command);
  if (!isBroken && !/^(?:fix|repair|mend)$/i.test(match[1] ?? "")) return undefined;
  return { kind: "fix-links", page: pageIn(match[2] ?? "", quotes) };
}

const matter =
  /^(?:add|fill(?: in| out)?|complete|write|generate|set|insert|provide|create|supply|fix)\b(.{0,80}?)\b(front[ -]?matter|meta ?data|meta descriptions?|titles?|descriptions?)\b(.*)$/i;

function readFrontMatter(command: string, quotes: Quote[]): FrontMatterTask | undefined {
  const match = matter.exec(command);
  if (match === null || /\b(?:called|titled|section|page|with)\b/i.test(match[1] ?? ""))
    return undefined;
  const after = match[3] ?? "";
  const isWide = /\b(?:missing|without|lack|every|each|all|any|no|where|needed)\b/i.test(command);
  const page = pageIn(after, quotes);
  const isFrontMatter = /front|meta ?data/i.test(match[2] ?? "");
  if (!isWide && !(isFrontMatter && (after.trim() === "" || page !== undefined))) return undefined;
  const all: FrontMatterTask["fields"] = ["title", "description"];
  const named = all.filter((field) => new RegExp(`\\b${field}s?\\b`, "i").test(command));
  const fields = named.length === 1 ? named : all;
  return { kind: "front-matter", fields, page };
}

function pageIn(rest: string, quotes: Quote[]): string | undefined {
  const page = /^.{0,60}? (?:in|on|to|for|of) (.+)$/i.exec(rest)?.[1];
  return page === undefined || !isOnePage(rest) ? undefined : phraseOf(page, quotes).text;
}

/** "in every page" and "in the docs" name no page. */
function isOnePage(rest: string): boolean {
  return !/ (?:in|on|to|for|of|across|throughout) (?:all|every|each|any|the (?:docs?|documentation|pages|files|site|whole|entire)|our|pages|docs?)\b/i.test(
    rest,
  );
}
