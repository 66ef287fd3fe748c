import { shortLine } from "../../../../text/markdown-writing.ts";
import { phraseOf, type Quote, quoteMark } from "./quotes.ts";
import type { AddPageTask, AddSectionTask } from "./task.ts";

const verb =
  "(?:add|create|write|make|draft|start|insert|append|include|generate|prepare|put together|put|set up|build|introduce)";
const article = "(?:(?:me|us|in) )?(?:(?:an?|the|another|one|some) )?";
const pageNoun = "(?:page|article|guide|tutorial|document|doc|how-to)";
const sectionNoun = "(?:section|subsection|sub-section|heading|chapter|part)";
const noteNoun = "(?:paragraph|note|warning|tip|hint|sentence|remark|line)";

const addition = new RegExp(
  `^${verb} ${article}((?:(?!${sectionNoun}\\b|${noteNoun}\\b|${pageNoun}\\b)[^ ,:]+ ){0,8})(${sectionNoun}|${noteNoun}|${pageNoun})(?: ${pageNoun})?(?=[ ,:.]|$)[,]?(.*)$`,
  "i",
);
const plainAdjective =
  /^(?:new|short|brief|small|simple|basic|quick|separate|dedicated|missing|docs|documentation|markdown|mdx|further|additional|final|last)$/i;

/** "Add a page called …" and "Add a section about … to …". */
export function readAddition(
  clause: string,
  quotes: Quote[],
): AddPageTask | AddSectionTask | undefined {
  const match = addition.exec(clause);
  if (match === null) return undefined;
  const [, before = "", noun = "", rest = ""] = match;
  const own = before.split(" ").filter((word) => word !== "" && !plainAdjective.test(word));
  const parts = splitContent(rest, quotes);
  const named = phraseOf(own.join(" "), quotes);
  const given = named.isQuoted ? named.text : titleOf(named.text);
  if (new RegExp(`^${pageNoun}$`, "i").test(noun)) return pageOf(given, parts, quotes);
  const isSection = new RegExp(`^${sectionNoun}$`, "i").test(noun);
  const isNote = /^(?:note|warning|tip|hint)$/i.test(noun);
  return sectionOf(isSection ? given : "", { isSection, isNote }, parts, quotes);
}

/** `head` and `topic` are still masked. */
type Parts = { head: string; topic: string; text: string };

const says =
  /(?:,|;)? (?:that|which) (?:says?|reads?|states?)(?: that)?:? |(?:,|;)? (?:saying|reading|stating)(?: that)?:? | with (?:the )?(?:following )?(?:text|content|words|body):? |: /i;
const about =
  /,? (?:(?:that|which) (?:explains?|describes?|covers?|documents?|shows?|tells?|lists?|introduces?|is about|talks about)|(?:explaining|describing|covering|documenting|showing|listing|introducing)|to (?:explain|describe|cover|document)) /i;

/** Takes off what is to be said: the text itself, or what it is about. */
function splitContent(rest: string, quotes: Quote[]): Parts {
  const said = says.exec(rest);
  const topic = about.exec(rest);
  const first = said && (!topic || said.index <= topic.index) ? said : topic;
  if (first === null) return { head: rest.replace(/:$/, ""), topic: "", text: "" };
  const head = rest.slice(0, first.index);
  const words = rest.slice(first.index + first[0].length);
  if (first === topic) return { head, topic: words, text: "" };
  const { text, isQuoted } = phraseOf(words, quotes);
  return { head, topic: "", text: isQuoted ? text : asSentence(text) };
}

const path = new RegExp(
  ` (?:at|as|under|in|into|to) (?:the )?(?:path |file |folder )?(${quoteMark}|[\\w.-]*/[\\w./-]*|[\\w./-]+\\.mdx?)(?= |$)`,
  "i",
);
const groupNoun = "(?:navigation |nav |sidebar )?(?:group|section|tab|category)";
const preposition = "(?:in|to|into|under|inside|within)";
const group = new RegExp(
  ` ${preposition} (?:the )?(?:${groupNoun} (?:called |named )?(${quoteMark}|.+)|((?:(?!${preposition} )\\S+ ){1,6})${groupNoun})$`,
  "i",
);

function pageOf(given: string, parts: Parts, quotes: Quote[]): AddPageTask | undefined {
  const at = take(parts, path, quotes);
  const inGroup = take(parts, group, quotes);
  const { name, topic } = nameIn(parts.head, quotes);
  const subject = phraseOf(parts.topic, quotes).text || topic;
  const title = name || given || titleOf(subject) || titleOf(fileName(at));
  if (title === "") return undefined;
  return {
    kind: "add-page",
    title: shortLine(title, 100),
    path: at,
    group: inGroup && shortLine(inGroup, 80),
    topic: subject,
    text: parts.text,
    wishes: [],
  };
}

/** Takes the path or the group out of the words around it. */
function take(parts: Parts, pattern: RegExp, quotes: Quote[]): string | undefined {
  for (const key of ["head", "topic"] as const) {
    const match = pattern.exec(parts[key]);
    if (match === null) continue;
    const text = phraseOf(match[1] ?? match[2] ?? "", quotes).text;
    const isPath = /^[\w./ -]+$/.test(text) && /\/|\.mdx?$/i.test(text);
    if (text === "" || (pattern === path && !isPath)) continue;
    parts[key] = parts[key].slice(0, match.index) + parts[key].slice(match.index + match[0].length);
    return text;
  }
  return undefined;
}

type Form = { isSection: boolean; isNote: boolean };

function sectionOf(
  given: string,
  form: Form,
  parts: Parts,
  quotes: Quote[],
): AddSectionTask | undefined {
  const { place, rest } = placeIn(parts.head);
  const page = phraseOf(place, quotes).text;
  const { name, topic } = nameIn(rest, quotes);
  const subject = phraseOf(parts.topic, quotes).text || topic;
  const heading = form.isSection ? shortLine(name || given || titleOf(subject), 100) : "";
  const hasContent = form.isSection ? heading !== "" : parts.text !== "" || subject !== "";
  if (page === "" || !hasContent) return undefined;
  return {
    kind: "add-section",
    heading,
    page,
    isNote: form.isNote,
    topic: subject,
    text: parts.text,
    wishes: [],
  };
}

const place = "(?:(?:at|to) the (?:very )?(?:end|bottom|top) of|to|in|on|into|for|of)";
const placeFirst = new RegExp(
  `^ ${place} (.+?)((?:,? (?:called|titled|named|entitled|about|on|headed)) .+)$`,
  "i",
);
const placeLast = new RegExp(`^(.*) ${place} (.+)$`, "i");

/** The page that a section goes to: "to the keys page", before or after the section's name. */
function placeIn(head: string): { place: string; rest: string } {
  const first = placeFirst.exec(head);
  if (first !== null) return { place: first[1] ?? "", rest: first[2] ?? "" };
  const last = placeLast.exec(head);
  const rest = (last?.[1] ?? "").replace(/ (?:at|to) the (?:very )?(?:end|bottom|top)$/i, "");
  return { place: last?.[2] ?? "", rest };
}

const called =
  /(?:^| )(?:called|titled|named|entitled|headed|with (?:the )?(?:title|heading|name)(?: of)?) (.+)$/i;
const aboutTopic = /(?:^| )(?:about|on|for|regarding|covering) (.+)$/i;

function nameIn(text: string, quotes: Quote[]): { name: string; topic: string } {
  const match = called.exec(text);
  if (match !== null) {
    const [own = "", topic = ""] = (match[1] ?? "").split(/,? (?:about|on|regarding) /i, 2);
    const name = new RegExp(`^${quoteMark}`).exec(own)?.[0] ?? own;
    return { name: phraseOf(name, quotes).text, topic: phraseOf(topic, quotes).text };
  }
  const bare = new RegExp(`^ ?(${quoteMark}) ?$`).exec(text)?.[1];
  if (bare !== undefined) return { name: phraseOf(bare, quotes).text, topic: "" };
  return { name: "", topic: phraseOf(aboutTopic.exec(text)?.[1] ?? "", quotes).text };
}

/** "that keys expire" becomes "Keys expire." */
function asSentence(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:)`>|]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** "how to rotate keys" as a title. */
function titleOf(topic: string): string {
  const words = shortLine(topic.replace(/^(?:the|our|your) (?=\S)/i, ""), 60).replace(/[.…]+$/, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function fileName(path: string | undefined): string {
  const name = (path ?? "").slice((path ?? "").lastIndexOf("/") + 1).replace(/\.mdx?$/i, "");
  return name.replace(/[-_]+/g, " ").trim();
}
