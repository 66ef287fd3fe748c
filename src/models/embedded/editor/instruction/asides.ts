import type { Place } from "./task.ts";

type Aside = { length: number; token: { is: string; places?: Place[] } };

const longest = 260;

/** A piece of a sentence that asks for nothing beyond what is done anyway, or that only says why. Every word of it is looked at. */
export function takeAside(text: string, start: number, isJoined: boolean): Aside | undefined {
  const window = text.slice(start, start + longest);
  const sentence = /^[^;!?]*?(?=[.;!?](?:\s|$)|\s[-–—]\s|\)|$)/.exec(window)?.[0] ?? "";
  const comma = sentence.indexOf(",");
  const pieces = comma === -1 ? [sentence] : [sentence, sentence.slice(0, comma)];
  const isCut = window.length === longest && sentence.length === window.length;
  for (const piece of isCut ? pieces.slice(1) : pieces) {
    const is = asideOf(piece) ?? (isBackground(piece, isJoined) ? "aside" : undefined);
    if (is === undefined) continue;
    const places = is === "aside" ? placesIn(piece) : undefined;
    return { length: piece.length, token: { is, ...(places && { places }) } };
  }
  return undefined;
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

const subject =
  /^(?:and |but |so )?(?:(?:we|i|it|it's|they|there|which|nobody|no one|everyone|people|users|readers|customers|this|that|these|those|marketing|legal)\b|(?:the|our|my|a|an) (?=\w)|[\w.@-]*\/[\w./@-]{1,300} )/i;
const reason =
  /^(?:because|since|as|now that|given that|so that|for) (?=(?:we|i|it|they|there|nobody|people|users|readers|this|that|the|our|consistency|clarity)\b)|^for (?:consistency|clarity)|^to (?:avoid confusion|match (?:the|our) (?:product|brand|ui|app|company)(?: name)?|be consistent)/i;
const finite =
  /\b(?:isn't|aren't|doesn't|don't|is|are|was|were|has|have|had|uses|needs|does|did|became|got|need|use|complain(?:s|ed)|confuses|changed|moved|merged|launched|decided|asked|rebranded|renamed|shut|shuts|reads|likes?|agreed|dropped|ended|stopped|no longer)\b|'(?:s|re|ve)\b/i;
/** What has no bearing although its words look as if. */
const harmless =
  /\b(?:no longer (?:need(?:ed)?|use[ds]?|want(?:ed)?|relevant|exists?|supported|supports?|have|maintained?|correct|true|accurate)|(?:do not|don't|does not|doesn't|is not|isn't|are not|aren't) (?:need(?:ed)?|use[ds]?|want(?:ed)?|relevant|read|have|supported?|maintained)(?: (?:it|this|that|them))?(?: any ?(?:more|longer))?|link check(?:er)?|(?:complain(?:s|ed)|warn(?:s|ed)) about|used to|support for (?:it|this|that)|for (?:consistency|clarity|simplicity|readability)|any ?(?:more|longer)|nobody (?:reads|uses|needs|visits)|(?:last|this|next) (?:week|month|year|quarter|spring|summer|autumn))\b/gi;
const bearing =
  /\b(?:not|never|only|just|except|unless|if|when|whenever|where|wherever|should|must|shall|needs?|want|wish|would|could|can|may|might|like|missing|prefer|hope|please|instead|also|too|first|last|every|each|all|any|some|most|both|other|others|older|newer|pages|docs|documentation|files?|folders?|sections?|headings?|code|navigation|sidebar|prose|texts?|versions?|releases?|languages?|translations?|english|german|french|spanish|guides?|blog|changelog|readme|titles?|descriptions?|links?|images?|screenshots?|intro(?:duction)?|tables?|replace|rename|change|swap|update|add|insert|append|create|move|delete|remove|drop|set|fix|repair|make|write|rewrite|explain|improve|shorten|translate|call|calls|called|leave|keep|skip|ignore|apply|applies|affects?|concerns?|about|limited|than|until|for|in|on|under|within|at|or|another|different|mean\w{0,40}|there|here|says?|reads?|second thought|actually|don't|doesn't|isn't|aren't|won't|wait|stop|undo|v\d{1,9})\b|n't\b|\d/i;

function isBackground(piece: string, isJoined: boolean): boolean {
  if (isJoined || piece.includes("\uE000")) return false;
  if (!(subject.test(piece) && finite.test(piece)) && !reason.test(piece)) return false;
  const rest = piece
    .replace(/(?<![\w.@-])[\w.@-]*\/[\w./@-]+|(?<![\w@-])[\w@-]+\.mdx?\b/g, " ")
    .replace(harmless, " ")
    .replace(/^(?:the|this|that) (?:page|file|section)\b/i, "");
  return (reason.test(piece) || piece.split(" ").length > 2) && !bearing.test(rest);
}

/** What it names, where that is what it is about: "it" is about the request's own. */
function placesIn(piece: string): Place[] {
  if (/\b(?:it|this|that|them)\b/i.test(piece)) return [];
  const names =
    piece.match(
      /(?<![\w.@~+-])[\w.@~+-]*\/[\w.@~+/[\]-]+|(?<![\w.@-])[\w@-][\w.@-]{0,200}\.mdx?\b/g,
    ) ?? [];
  return names.map((name) => ({ name: name.replace(/\.$/, ""), kind: "any" }));
}
