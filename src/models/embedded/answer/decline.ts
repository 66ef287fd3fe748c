import { terms } from "../../../text/terms.ts";
import type { EmbeddedInput } from "./answer-input.ts";
import { newest } from "./question.ts";

/** Says that the docs do not answer the question and names the nearest pages. Claims nothing else. */
export function decline(input: EmbeddedInput): string {
  const unknown = unknownPhrases(input);
  const first =
    unknown.length > 0
      ? `I found nothing about ${alternatives(unknown)} in this documentation, so I cannot answer this from it.`
      : "This documentation does not seem to cover that, so I cannot answer it from here.";
  const links = [...new Set(input.nearest.flatMap(pageLink))].slice(0, maxPages);
  if (links.length === 0) return first;
  if (links.length === 1) return `${first}\n\nThe nearest page is ${links[0]}.`;
  return `${first}\n\nThe nearest pages are:\n\n${links.map((link) => `- ${link}`).join("\n")}`;
}

const maxPages = 3;
const maxPhrases = 3;

/** Words of the question that stand nowhere in the docs. */
function unknownPhrases(input: EmbeddedInput): string[] {
  const unknown = new Set(input.unknown);
  const found = phrases(newest(input), (word) => {
    const own = terms(word);
    return own.length > 0 && own.every((term) => unknown.has(term));
  });
  const distinct = new Map(found.map((phrase) => [phrase.toLowerCase(), phrase]));
  // With this many the question is in another language or about another world; naming them helps nobody.
  const isForeign =
    distinct.size > maxPhrases || found.some((phrase) => phrase.split(" ").length > 3);
  return isForeign ? [] : [...distinct.values()];
}

/** The words that pass the test, neighbours joined: "chocolate cake". */
function phrases(question: string, isWanted: (word: string) => boolean): string[] {
  const found: string[] = [];
  let end = -2;
  for (const match of question.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}._-]{0,38}[\p{L}\p{N}])?/gu)) {
    if (!isWanted(match[0])) continue;
    const joins = match.index === end + 1 && question[end] === " ";
    if (joins) found.push(`${found.pop() ?? ""} ${match[0]}`);
    else found.push(match[0]);
    end = match.index + match[0].length;
  }
  return found;
}

function alternatives(words: string[]): string {
  const quoted = words.map((word) => `“${word.replace(/[_*]/g, "\\$&")}”`);
  return quoted.length < 2
    ? quoted.join("")
    : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

function pageLink(page: { title: string; url: string }): string[] {
  const url = page.url.replace(/[\s<>()\\]/g, (character) =>
    encodeURIComponent(character).replace("(", "%28").replace(")", "%29"),
  );
  if (!/^(?:https?:\/\/|\/|\.{0,2}\/|[\w-]+(?:[/.#?]|$))/i.test(url)) return [];
  const plain = page.title.replace(/\s+/g, " ").trim() || page.url;
  const title = /^[\d\s,;-]+$/.test(plain) ? `Page ${plain}` : plain;
  return [`[${title.replace(/[\\[\]`*_<]/g, "\\$&")}](${url})`];
}
