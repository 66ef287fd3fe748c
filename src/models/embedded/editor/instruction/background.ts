import { isFact } from "./facts.ts";

/** What the sentence stands in: led by "because" or the like, or a sentence of its own before or after a request. */
export type Standing = "reason" | "before" | "after";

/** Whether a piece of a sentence only says why. Every word of it is looked at: none may narrow, widen or ask. */
export function isBackground(piece: string, standing: Standing): boolean {
  if (piece.includes("\uE000") || piece.length > 260) return false;
  const plain = piece
    .replace(paths, " that ")
    .replace(harmless, " ")
    .replace(
      /^(?:and |but |so )?(?:the|this|that|our) (?:page|file|section|guide|article)\b/i,
      "it",
    );
  if (standing === "before" && lacks.test(piece)) return true;
  const isReason = standing === "reason" || /\b(?:anyway|after all)$/.test(piece);
  if (isReason) return !narrows.test(plain) && !places.test(plain) && !asks.test(plain);
  if (isFact(piece, standing)) return true;
  if (piece.split(" ").length < 3 || !isStatement(piece)) return false;
  if (narrows.test(plain) || asks.test(plain) || wishes.test(plain) || places.test(plain))
    return false;
  return standing === "before" || !follows.test(plain);
}

/** What is filled in by the request behind it. */
const lacks =
  /^(?:the|our|all|some|many|most|several|these|those) (?:[\w-]{1,30} ){0,3}pages? (?:(?:still )?(?:have|has|had) no|(?:still )?lacks?|(?:is|are) (?:still )?missing) (?:(?:front ?-?matter|titles?|descriptions?|summary|summaries)(?: (?:and|or) )?){1,3}(?: yet| at all| so far)?$/i;

/** What says why by its first word. */
export const reasonStart =
  /(?:because|since|now that|given that|given|seeing (?:that|as)|considering(?: that)?|due to|owing to|thanks to|in line with|in keeping with|to (?:match|reflect|avoid|stay consistent|be consistent|keep (?:things|it|them|the \w{1,20}) consistent)|(?:just )?(?:so|in order) that|for (?:(?:the sake of |better )?(?:consistency|clarity|simplicity|readability|seo))(?= |,)|as(?= (?:we|i|it|they|there|nobody|no one|people|users|readers|this|that's|that is|the \w{1,20} (?:is|was|has)|discussed|agreed|requested|planned|mentioned|announced|decided)\b))(?= |,)/iy;

const paths = /(?<![\w.@-])[\w.@-]*\/[\w./@-]+|(?<![\w@-])[\w@-]+\.mdx?\b/g;

function isStatement(piece: string): boolean {
  return (subject.test(piece) && finite.test(piece)) || named.test(piece);
}

const subject =
  /^(?:and |but |so |also,? )?(?:(?:we|i|it|it's|they|there|here|which|nobody|no one|everyone|everybody|someone|somebody|people|users|readers|customers|folks|this|that|these|those|marketing|legal|sales|support|engineering|turns out|looks like)\b|(?:the|our|my|an?) (?=\w)|[\w.@-]*\/[\w./@-]{1,300} )/i;
/** A name, and what became of it. */
const named =
  /^(?:\p{Lu}[\w.@-]{0,40} ){1,3}(?:is|are|was|were|has|have|had|no longer|moved|changed|dropped|released|renamed|rebranded|shipped|merged|ended|stopped|became|got|announced|deprecated|retired|launched) /u;
const finite =
  /\b(?:isn't|aren't|wasn't|doesn't|don't|didn't|hasn't|haven't|is|are|was|were|has|have|had|says?|tells?|helps?|fits?|belongs?|sits?|uses|writes?|spells?|calls?|does|did|became|got|gets|need|use|complain(?:s|ed)|confuses?|likes?|reads?|shows?|covers?|describes?|explains?|makes?|causes?|looks?|feels?|sounds?|keeps?|comes?|goes|came|went|shut|shuts|took|made|left|wrote|said|told|thinks?|thought|found|sees?|saw|ran|no longer|\w{2,20}ed|\w{2,20}(?:ises|izes))\b|'(?:s|re|ve|d)\b/i;

/** What has no bearing although its words look as if. */
const harmless =
  /\b(?:says? (?:more|less|little|nothing|much|it better)|(?:am|is|are) (?:going|about|planning) to (?:have|get|ship|release|launch|announce|publish|retire|drop|sunset|open|start)|will (?:soon )?(?:have|get|ship|release|launch|announce|publish|be (?:gone|released|shipped|retired|published))|a (?:first|second|third)|both (?:spellings|forms|variants|terms|names|words|wordings|styles|ways)|no longer(?: (?:need(?:ed)?|want(?:ed)?|wish|exists?|links?)(?: to (?:keep|have|use|show|offer|support|maintain))?)?|any ?(?:more|longer)|(?:some time|a (?:long )?(?:while|time)|(?:many |some )?(?:years|months|weeks|days)|long|ages) ago|(?:do not|don't|does not|doesn't|did not|didn't|is not|isn't|are not|aren't|hasn't been|haven't been|was not|wasn't|cannot|can't|can not) (?:really )?(?:need(?:ed)?|use[ds]?|want(?:ed)?|relevant|read|have|supported?|maintained|exist|apply|match(?:es)?|make sense|find|true|right|correct|accurate|updated|touched|ship|offer|recommend(?:ed)?|sell|provide|belong (?:there|here|in that folder)|what it is)(?: (?:it|this|that|them|those|these))?|link check(?:er)?|(?:complain(?:s|ed|ing)|warn(?:s|ed|ing)) about|used to|for (?:a while|a long time|years|months|weeks|ages|ever|good|consistency|clarity|simplicity|readability|us|them|people|readers|users|everyone|search engines|seo)|(?:nobody|no one|no-one) (?:reads|uses|needs|visits|finds|knows|maintains|understands|looks at)|(?:last|this|next) (?:week|month|year|quarter|spring|summer|autumn|fall|winter|release|sprint|night)|in (?:january|february|march|april|may|june|july|august|september|october|november|december|20\d\d|spring|summer|autumn|the (?:past|ui|app|product|dashboard|meantime|meeting|code ?base|last release|new release|latest release)|practice|production|our (?:ui|app|product|dashboard|meeting|last release))|all (?:the time|along|of us|sorts of)|at (?:all|last|the moment|least)|these days|every (?:day|week|time)|only (?:confuses?|causes?|leads|adds|makes|gets|creates)|just (?:confuses?|causes?|redirects?|repeats?|duplicates?|leads|adds|makes|gets|creates|noticed|saw|released|shipped|decided|a)|too (?:vague|long|short|generic|confusing|old|broad|narrow|similar|much noise|many people)|more (?:than once|clearly)|first (?:place|time)|over the (?:years|last \w{1,12}))\b|(?:#|issue |ticket |pr |jira )\d{1,7}\b|\b[A-Z]{2,10}-\d{1,6}\b/gi;

/** Words that may say where, how far, or when not. */
const narrows =
  /\b(?:only|except|unless|if|whenever|wherever|where|but|apart from|other than|outside|instead of|until|limited|applies|apply|affects?|concerns?|exempt|stays?|remains?|leave|keep|skip|ignore|another|different|older|newer|elsewhere|everywhere|throughout|across|other|others|most|half)\b/i;
/** A part of the docs that something is said of. */
const places =
  /^(?:the|our) (?:\w{1,20} )?(?:docs|documentation|pages)\b|\b(?:in|on|under|within|inside|at|for|to|from|about|of) (?:(?:the|our|all|every|each|some|both|these|those|this|that|old|new|other|\w{1,20}) ){0,2}(?:pages?|docs|documentation|files?|folders?|sections?|headings?|code|navigation|nav|sidebar|menu|prose|versions?|languages?|translations?|english|german|french|spanish|guides?|tutorials?|reference|blog|changelog|readme|titles?|descriptions?|tables?|examples?|samples?|snippets?|screenshots?|images?|intro(?:duction)?|api)\b/i;
const asks =
  /\b(?:please|pls|let's|let us|can you|could you|would you|will you|maybe|perhaps|possibly|actually|on second thought|wait|scratch that|never ?mind|forget|undo|stop|don't|do not|never|make sure|ensure)\b|\?|(?:^|[,;:] |\band )(?:then |also |just )?(?:replace|rename|change|swap|update|add|insert|append|create|move|delete|remove|drop|set|fix|repair|make|write|rewrite|explain|improve|shorten|translate|put|use|call|leave|keep|skip|correct|turn|give|fill|mark|include|mention|link|list|sort|merge|split|copy|polish|review|check|run|convert|expand|clarify|retake)\b/i;
const wishes =
  /\b(?:spelled|spelt|written|called|named|broken|dead|404s?|links?|anchors?|like|love|says|front ?-?matter|descriptions?|should|must|shall|needs?|want(?:s|ed)?|wish|would|could|can|may|might|prefer|hope|missing|lacks?|too|ought|has to|have to|had to|is to|are to|will|going to|about to|plan(?:s|ned)?|better|not|n't|none|neither|some|any|first|last|second|next|also)\b|n't\b/i;
/** Behind a request, what is said of parts of the docs may be meant to bear on it. */
const follows =
  /\b(?:pages?|docs|documentation|files?|folders?|sections?|headings?|code|navigation|sidebar|prose|versions?|releases?|languages?|translations?|guides?|tutorials?|reference|blog|changelog|readme|titles?|descriptions?|links?|images?|screenshots?|logo|intro(?:duction)?|tables?|tone|wording|all|every|each|both|v\d{1,9}|mean\w{0,40}|there|here|says?|reads?|tier|plan|customers|api|long|formal|next)\b|\d/i;
