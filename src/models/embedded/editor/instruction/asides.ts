import { isBackground, type Standing } from "./background.ts";
import type { Quote } from "./quotes.ts";
import type { Place } from "./task.ts";

type Aside = { length: number; token: { is: string; places?: Place[] } };

const longest = 260;
/** “The page “Old keys” is out of date”: what is said of the page that the request comes back to. */
const titledPage = /^(?:the|our) (?:page|guide|article) \uE000(\d{1,5})\uE001 /i;

/** A piece of a sentence that asks for nothing beyond what is done anyway, or that only says why. Every word of it is looked at. */
export function takeAside(
  text: string,
  start: number,
  { standing, quotes }: { standing: Standing | undefined; quotes: Quote[] },
): Aside | undefined {
  const window = text.slice(start, start + longest);
  const sentence = /^[^;!?]*?(?=[.;!?](?:\s|$)|\s[-–—]\s|\)|$)/.exec(window)?.[0] ?? "";
  const isCut = window.length === longest && sentence.length === window.length;
  const titled = titledPage.exec(sentence);
  for (const piece of piecesOf(sentence).slice(isCut ? 1 : 0)) {
    const isAsked = text.charAt(start + piece.length) === "?" && standing !== "reason";
    const said = titled === null ? piece : piece.replace(titled[0], "It ");
    const isWhy = standing !== undefined && !isAsked && isBackground(said, standing);
    const is = asideOf(piece) ?? (isWhy ? "aside" : undefined);
    if (is === undefined) continue;
    const title = quotes[Number(titled?.[1])]?.text;
    const named = title === undefined ? placesIn(piece) : [{ name: title, kind: "page" as const }];
    const places = is === "aside" ? named : undefined;
    return { length: piece.length, token: { is, ...(places && { places }) } };
  }
  return undefined;
}

const joint =
  /,|:(?=\s(?:please )?(?:replace|rename|move|delete|remove|set|add|fix|repair)\b)|\s(?=so (?:please|can|could|let|we should|i'd|it)\b)/gi;

/** The sentence, and its beginnings up to each joint, longest first. */
function piecesOf(sentence: string): string[] {
  const joints = [...sentence.matchAll(joint)];
  const starts = joints.slice(0, 6).map(({ index }) => sentence.slice(0, index));
  return [sentence, ...starts.toReversed()];
}

function asideOf(piece: string): string | undefined {
  const words = piece.toLowerCase().match(/[\p{L}\p{N}'\uE000-\uE001./-]+/gu) ?? [];
  if (words.length < 2 || piece.includes("\uE000")) return undefined;
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  const all = (pattern: RegExp) => words.every((word) => pattern.test(word));
  const isNegative = has(/^(?:not|don't|nothing|no|without|never)$/);
  const isWorking = has(linkVerb) || /\bup to date\b|\bso (?:must|should)\b/.test(piece);
  if (all(linkWords) && has(linkNoun) && (isNegative ? has(/^(?:break|dead|dangling)/) : isWorking))
    return "follow";
  if (all(unlistWords) && has(linkNoun) && has(unlistVerb) && !takesIt.test(piece))
    return "unlisted";
  if (
    all(unclearWords) &&
    has(
      /^(?:unclear|unsure|clear|sure|ambiguous|guess|can't|cannot|could|couldn't|obvious|certain|doubt)$/,
    ) &&
    has(/^(?:leave|skip|report|tell|list|guess|alone|mention)$/)
  )
    return "unclear";
  return undefined;
}

const linkVerb =
  /^(?:work|intact|valid|follow|resolv|updat|adjust|fix|correct|alive|repair|clean|go$|point)/;
const unlistVerb =
  /^(?:tak|remov|drop|delet|unlink|along|together|includ|with$|plus$|references?$|links?$|its$)/;
/** The request itself, and not what goes with it. */
const takesIt = /\b(?:delete|remove|drop|take) (?:it|them)\b(?! (?:out )?(?:of|from)\b)/i;
const linkNoun =
  /^(?:links?|references?|cross-references|navigation|nav|sidebar|menu|entr(?:y|ies)|anchors?|nothing|everything)$/;
const linkWords =
  /^(?:links?|references?|cross-references|anchors?|navigation|nav|sidebar|menu|entr(?:y|ies)|internal|incoming|inbound|own|existing|other|all|any|every|the|its|their|our|to|it|them|of|in|on|that|which|from|pages?|file|old|paths?|this|and|so|must|should|shall|needs?|have|has|keep|keeps|keeping|still|stay|remain|continue|work|works|working|intact|valid|alive|follow|follows|resolve|resolves|point|points|pointing|at|lead|leads|go|break|breaks|breaking|not|nothing|everything|whatever|no|without|don't|please|also|too|updat(?:e|es|ed|ing)|adjust(?:ed|ing)?|fix(?:ed|ing)?|correct(?:ed|ing)?|repair(?:ed|ing)?|make|sure|ensure|be|are|is|accordingly|then|as|well|afterwards|up|date|take|care|needed|necessary|leave|behind|dead|dangling|new|place|location|docs|site|while|clean(?:ing)?|never|may|can|for|with)$/;
const unlistWords =
  /^(?:tak(?:e|ing)|remov(?:e|ing)|drop|delet(?:e|ing)|unlink|it|its|their|them|entr(?:y|ies)|out|of|from|in|the|our|navigation|nav|sidebar|menu|site|docs|too|as|well|also|and|please|links?|to|all|references?|with|along|together|including|plus|any|that|point|pointing|lead|then)$/;
const unclearWords =
  /^(?:where|when|if|it|is|isn't|not|clear|unclear|unsure|ambiguous|you|are|aren't|sure|certain|can't|cannot|decide|tell|which|what|a|the|links?|targets?|should|go|goes|lead|leads|point|points|to|leave|alone|as|them|those|any|ones?|and|me|about|report|list|mention|could|couldn't|with|have|has|obvious|let|know|just|that|right|no|there|more|than|possible|guess|don't|do|skip|anything|remaining|rest|others|please|in|your|summary|so|say|instead|of|doubt|fix|repair|left|over|they|are|ask)$/;

/** What it names, where that is what it is about: "it" is about the request's own. */
function placesIn(piece: string): Place[] {
  if (/\b(?:it|this|that|them)\b/i.test(piece)) return [];
  const names =
    piece.match(
      /(?<![\w.@~+-])[\w.@~+-]*\/[\w.@~+/[\]-]+|(?<![\w.@-])[\w@-][\w.@-]{0,200}\.mdx?\b/g,
    ) ?? [];
  return names.map((name) => ({ name: name.replace(/\.$/, ""), kind: "any" }));
}
