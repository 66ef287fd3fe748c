/**
 * Whether a sentence beside a request tells a fact about what the request is about, or about people: neither a part of the
 * docs, nor what is wished of them.
 */
export function isFact(piece: string, standing: "before" | "after"): boolean {
  if (courtesy.test(piece)) return true;
  const isOfName = nameSubject.test(piece);
  if (!isOfName && !subject.test(piece)) return false;
  const plain = piece.replace(harmless, " ");
  if (asks.test(plain) || narrows.test(plain) || wishes.test(plain)) return false;
  if (!isOfName && /\btoo\b/i.test(plain)) return false;
  return standing === "before" ? !places.test(plain) : !follows.test(plain) && !places.test(plain);
}

const courtesy =
  /^(?:(?:many|lots of) )?(?:thanks|thank you|cheers)(?: (?:a lot|so much|very much|in advance|for your help|everyone|all)){0,2}$|^(?:let me know|ping me|just ask|tell me|shout) (?:if|when|whether) (?:anything|something|it|this|you) [\w' ]{1,60}$|^(?:i am|i'm|we are|we're|i'll be|we'll be) happy to (?:review|help|discuss|answer)[\w' ]{0,40}$/i;

/** The name, term or address that the request changes. */
const nameSubject =
  /^(?:the|its|their|our|this|that|both) (?:(?:old|new|current|former|present|other|first|longer|shorter|official|right|correct|page|file) ){0,2}(?:names?|terms?|words?|wordings?|spellings?|paths?|address(?:es)?|urls?|slugs?|abbreviations?|acronyms?|file ?names?) |^both (?:names|terms|words|wordings|spellings|variants|forms) /i;

/** The page that the request is about, people, and what they make. */
const subject =
  /^(?:(?:and|but|so|right now|at the moment|currently|today|these days),? )?(?:(?:there is|there are|there's|it|its content|it's|this|this is|this was|that|that's|they|they're|we|we're|we've|we'll|i|i'm|i've|i'll|nobody|no one|everyone|everybody|someone|somebody|people|users|readers|customers|folks|visitors|developers|legal|marketing|sales|support|engineering|security|google|search engines|turns out) (?!docs|documentation|sections?|headings?|links?|images?|paragraphs?|sentences?|parts?|term)|(?:some|many|most|several|a few|two|three|a couple) (?:of our )?(?:people|users|readers|customers|visitors|colleagues|developers|folks|bug reports|tickets) |(?:the|our|this|that) (?:(?:whole|entire|old|new|former|current|underlying|corresponding|support|legal|docs|product|marketing|security|design) )?(?:page|file|content|team|vendor|company|product|feature|plugin|add-on|addon|project|provider|service|library|package|tool|app|ui|style guide|styleguide|integration|program|brand|maintainers?|authors?|upstream project|community|release|guide|article) (?!titles?|names?|headings?|links?)|an? (?:[\w-]{1,20} )?(?:review|audit|reader|user|customer|colleague|linter|checker|report) )/i;

/** What has no bearing although its words look as if. */
const harmless =
  /\b(?:keeps? (?:getting|confusing|asking|reporting|mixing|coming|causing|looking|failing|being)|(?:can't|cannot|can not|can|couldn't|could) (?:never |hardly |barely |not )?(?:find|find it|tell|remember|understand|see)|(?:should|will|would|might|could) (?:make (?:it|them|this|things) (?:much )?(?:easier|clearer|simpler)|be (?:much )?(?:easier|clearer|simpler)|help)(?: (?:to )?(?:find|read|understand|remember|search|there|here|readers|people|users))*|(?:want(?:s|ed)?|'d like|would like|prefers?|need(?:s|ed)?) (?:(?:the docs |our docs |everything )?to be (?:more )?consistent|consistency|one (?:spelling|name|term|word)(?: only)?|a single (?:spelling|name|term|word)|(?:it|this|that|them) (?:gone|out of the way|done)(?: soon)?)|only (?:repeats?|confuses?|causes?|leads|adds|makes|gets|creates|duplicates?|redirects?|covers?|shows?|says?)(?: what [\w' -]{1,60})?|is(?:n't| not) (?:linked|listed|used|read|found|shown|maintained|needed|supported|available|accurate|correct|right|true|ours|in use)(?: (?:anywhere|any ?more|any longer|at all|by anyone))?|(?:belongs?|moved|merged|folded|lives?|covered|explained|described|documented|integrated|absorbed|went) (?:in|into|to|with|by|under|elsewhere|on)\b[\w' -]{0,60}|sits? in the wrong (?:place|folder|section)|in the wrong (?:place|folder|section|spot)|(?:another|other|different|separate) (?:company|product|tool|project|vendor|team|thing|meaning|name|one)|(?:in|since|with|as of|from|after|before) (?:version |v|release )?\d[\w.]*|(?:in|at|during|after|since) (?:the|our) (?:last|latest|next|previous|weekly|recent) (?:audit|meeting|review|release|sprint|call|retro|survey|cleanup|clean-up)|(?:last|this|next) (?:week|month|year|quarter|spring|summer|autumn|fall|winter|release|sprint)|first (?:place|time)|for (?:it|this|that|them)(?: now| any ?more)?|take care of[\w' -]{1,40}|redirect (?:the|its) (?:old )?(?:address|url|page)(?:es|s)?(?: ourselves| myself)?|(?:clean|tidy)(?:ing)? up[\w' -]{1,40}|tidying up[\w' -]{1,40}|no longer|any ?more|at the moment|at all|match(?:es|ed)? (?:the|its) (?:title|heading|name)|the wrong (?:text|title|name|result)|since (?:january|february|march|april|may|june|july|august|september|october|november|december)|both (?:spellings|forms|variants|terms|names|words|wordings|styles|ways)|the two|a (?:better|new|newer|second) page|(?:it|them) that way,? too)\b|what the \w{1,20} (?:says|shows|calls it|uses)\b/gi;

const asks =
  /\b(?:please|pls|let's|let us|can you|could you|would you|will you|maybe|perhaps|possibly|actually|on second thought|wait|scratch that|never ?mind|forget|undo|don't|do not|never|make sure|ensure|sure)\b|\?|[\uE000"“”]|(?:^|[,;:] |\band |\bto |\bso )(?:then |also |just )?(?:replace|rename|change|swap|update|add|insert|append|create|move|delete|remove|drop|set|fix|repair|make|write|rewrite|explain|improve|shorten|translate|put|call|leave|keep|skip|correct|turn|give|fill|mark|include|mention|link|list|sort|merge|split|copy|polish|review|check|run|convert|expand|clarify|retake)\b/i;
const narrows =
  /\b(?:only|except|unless|if|whenever|wherever|where|but|apart from|other than|outside|inside|instead of|until|limited|appl(?:y|ies)|affects?|concerns?|exempt|stays?|remains?|leave|skip|ignore|everywhere|throughout|across|still|same|likewise|elsewhere|others?|another|older|newer|half|rest)\b/i;
const wishes =
  /\b(?:should|must|shall|needs?|want(?:s|ed)?|wish|would|could|can|may|might|prefer|hope|missing|lacks?|ought|has to|have to|had to|is to|are to|to be|also|better|not|none|neither|nor|shorter|longer|summary|intro(?:duction)?|examples?|headings?|titles?|descriptions?|sentences?|paragraphs?|screenshots?|images?|tables?|links?|broken|dead|wrong|typos?|translat\w{1,20})\b|n't\b/i;
/** A part of the docs that something is said of. */
const places =
  /\b(?:in|on|under|within|at|from|of) (?:(?:the|our|all|every|each|some|both|these|those|this|that|old|new|\w{1,20}) ){0,2}(?:pages?|docs|documentation|files?|folders?|sections?|code|navigation|nav|sidebar|menu|prose|versions?|languages?|english|german|french|spanish|japanese|chinese|guides?|tutorials?|reference|blog|changelog|readme|api)\b/i;
/** Behind a request, what is said of parts of the docs may be meant to bear on it. */
const follows =
  /\b(?:docs|documentation|folders?|sections?|code|navigation|sidebar|prose|languages?|translations?|tutorials?|reference|blog|changelog|readme|all|every|each|mean\w{0,40}|there|here|for)\b/i;
