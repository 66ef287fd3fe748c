import { languageNames } from "../files/language-folders.ts";

/** Turns of phrase, many wordings of one meaning each. `~` stands for determiners. The meaning "" changes nothing; those that begin with "!" are verbs. */
export const turns: [meaning: string, wordings: string][] = [
  [
    "",
    "please|pls|kindly|thanks?(?: you)?(?: (?:a lot|so much|very much|in advance))?|cheers|many thanks|(?:hi|hello|hey)(?: there| team| all| docent| everyone)?|(?:first(?:ly)?|second(?:ly)?|third(?:ly)?)(?=,|:| (?:please |then )?(?:re|move|delete|change|add|set|fix|swap|use|create|put|fill))|next(?=,)|ok|okay|great|docent|team|everyone|there's? all|that'?s (?:it|all)|the|an?|our|your|their|these|those|this|that|all|every|each|any|entire|whole|existing|of course|simply|now|then|finally|lastly|afterwards|after that|(?:and )?that'?s it|heads[- ]up|fyi|btw|by the way|quick (?:one|question|thing|request|fix)|(?:one|just a) (?:small|quick|little|tiny) (?:thing|one|request|fix)|(?:small|little|quick|minor|tiny) (?:thing|request|one|fix)(?=:|,| [-–—])|folks|friends|all(?=,)|(?:when|whenever) you (?:have|get|find) (?:a |the |some )?(?:minute|moment|chance|time|second)|if (?:you (?:can|could|have time|don't mind|get a chance)|possible|that's (?:ok|okay|possible|fine))|at your convenience|no rush|asap|as soon as possible|long overdue|sorry(?: for the noise)?|as (?:discussed|agreed|requested|planned|announced|mentioned)(?: (?:yesterday|today|last week|earlier|before|on slack|in the meeting|with the team))?|(?:it|that)(?:'d| would) be (?:great|nice|good|lovely|awesome|cool|helpful|better) if|would it be possible to|is it possible to|(?:can|could|may) (?:we|i|someone|somebody|anyone|one of you)(?= (?:please )?\\w)|someone|would be (?:great|nice|good|lovely|appreciated)(?=[.!]|$)|tidy up(?=:)|clean ?-?up(?=:)|thanks for (?:your|the) help|much appreciated|appreciated|(?:time|it's time|i think it's time|i'd say it's time|high time) to|namely(?= \\uE000|:)|note that|please note(?: that)?",
  ],
  [
    "",
    "(?:can|could|would|will) you|would you mind|do you mind|you (?:should|must|can|need to)|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|we(?:'d| would) like (?:you )?to|we (?:want|need|have) (?:you )?to|let'?s|let us|thx|whatever(?= links?)|(?:there|here) (?:seems?|appears?) to be|exactly(?= this| the following|:)|go ahead and|it would be (?:great|nice|good) if you (?:could|would)|i'?d be glad if you|make sure to|be sure to|(?:i|we)(?:'d| would) like(?= \\uE000)|(?:the|our) link check(?:er)? (?:reports|found|finds|complains about|shows|flags)|step \\d|task|todo|do the following|as follows|the following|following",
  ],
  [
    "",
    "(?:(?:make|do|apply|carry out) )?(?:(?:two|three|four|five|several|some|a few|a couple of|couple of|these|those|the|following|small|quick|minor|wording|text|terminology|little|simple|more|other|new|further) )*(?:things|changes|edits|fixes|replacements|updates|tasks|corrections|tweaks|requests?|favou?rs?|jobs?)(?: to (?:make|do))?(?! \\uE000)",
  ],
  [
    "",
    "(?:and |but )?(?:nothing else|no other changes?|nothing more|(?:leav(?:e|ing)|keep) (?:everything|all|the) (?:else|rest|other files)(?: (?:alone|as (?:it is|is|they are)|unchanged|untouched))?|(?:do not|don't|without) (?:touch|chang|edit)(?:e|ing)? (?:anything|the|any) (?:else|rest|other (?:page|file)s?)|(?:everything else|the rest)(?: of (?:it|the page|the file|the docs))? (?:stays|remains|should stay|must stay|can stay|may stay)(?: (?:as (?:it is|is)|the same|unchanged|untouched))?)",
  ],
  [
    "",
    "from (?:now|here) on|going forward|any ?more|entirely|completely|altogether|for good|could(?= (?:the |our |you )?[\\w/.-]+)|(?:i|we)(?: want|'d like| would like)(?= (?:the (?:page|file) )?[\\w.-]*[/.]\\w)|where(?= (?:the )?pages (?:in|under))|to (?:the|our) (?:docs|documentation|site)(?![/\\w]| (?:folder|directory))|(?:these|those|the following)(?: two| three| four)? (?:pages|files|docs):|(?:is|are) (?:no longer (?:relevant|needed|used|maintained|correct|accurate)|outdated|obsolete|deprecated)(?= and)|(?:and )?only there|(?:and )?nowhere else|(?:and|including|with) (?:(?:all|any|the|its|their) )*sub-?(?:folders|directories|pages)|both(?= [\\w.`-]*[/.\\uE000])|so(?=,? (?:please|can|could|delete|remove|move|rename|you|let))|(?:find|search for|look for)(?= (?:the |all |every )*(?:word |term |phrase )?\\uE000)|(?:some|one|a few|several|two|many)(?: of the)?(?= links?\\b)|(?:has|have|contains?)(?= (?:an? |some |several |two |many |few )*(?:broken|dead) )|(?:there|here)(?:'s| is| are)|i (?:noticed|found|see|saw)",
  ],
  [
    "",
    "(?:keep(?:ing)?|preserv(?:e|ing)|respect(?:ing)?|retain(?:ing)?|maintain(?:ing)?|follow(?:ing)?)(?: the)?(?: (?:original|existing|same|current))? (?:case|casing|capitali[sz]ation|capitals|upper and lower case)(?: (?:as (?:it is|they are|is)|of (?:the )?(?:original|each place)|intact))?(?: (?:in each place|everywhere|each time))?|(?:as )?(?:a )?whole words?(?: only)?|only (?:as )?whole words?",
  ],
  [
    "exact-case",
    "case[- ]sensitive(?:ly)?|match(?:ing)?(?: the)? (?:exact )?(?:case|capitali[sz]ation)|(?:with )?(?:the )?exact (?:case|capitali[sz]ation|spelling)|in exactly this (?:case|spelling)|exactly as (?:written|spelled)|exact",
  ],
  [
    "",
    "(?:(?:that|it|this|those|they|these)(?:'s|'re| is| are)|are|is)(?: all| just| intentionally| purely)? (?:history|historical|archived|frozen|intentional|on purpose|generated|auto-?generated|legacy|a quote|quotes|a record|a historical record)(?=[.,;)]|$)",
  ],
  [
    "apply",
    "(?:(?:go|look) (?:through|over) (?:all )?(?:of )?(?:the |our )?(?:docs|documentation|pages|site) and )?(?:update|adjust|adapt|amend|revise|change|correct|fix|align|edit)(?: all)?(?: of)?(?: the| our)?(?: remaining)? (?:docs|documentation|site|website|text|wording|mentions|references|occurrences|instances)(?!/| (?:folder|directory|in|under|of|to \\uE000|with)| \\uE000)(?: accordingly| to match(?: this| that)?| to reflect (?:this|that|it|the change|the new name|the rename))?|(?:update|adjust|change|correct|fix|replace|swap|rename|switch|sort|handle|repair|mend) (?:it|that|them|this|those|these|all of (?:them|those))(?: out| up)?(?: accordingly)?(?! (?:to|with|by|into|for|from|page|file|link|section|folder)\\b| \\uE000)|(?:please )?(?:reflect|apply|do|make|roll out) (?:it|this|that|the (?:same|change|rename|new name|new spelling)|so)(?! \\uE000)|take care of (?:it|that|this|them)|(?:make|do) the (?:change|same|switch|rename)|(?:update|adjust|fix|correct) accordingly|(?:fix|correct|change|update|repair)(?=[.!?;]|$)",
  ],
  ["and", "and|&|plus"],
  ["or", "or|nor"],
  ["but", "but|while|though|however"],
  [
    "in",
    "go through|look through|in|on|within|inside|(?:throughout|across|all over|over)(?= [\\w.`\\uE000])",
  ],
  ["of", "of|belonging to"],
  ["for", "for"],
  ["to", "to|over to"],
  ["into", "into|onto"],
  ["from", "from|off|out of"],
  ["with", "with"],
  ["by", "by"],
  ["as", "as"],
  ["at", "at"],
  ["instead", "instead"],
  [
    "instead-of",
    "where (?:it|they|the page) (?:now )?(?:says?|reads?)(?= \\uE000)|(?:we|people|they) (?:do not|don't|no longer) (?:want to )?(?:say|use|write|call it|call them)(?= \\uE000)|(?:we(?:'ve| have)? )?(?:stop(?:ped)?|quit|avoid)(?: (?:saying|using|writing|calling (?:it|them|this)))?(?= (?:the (?:word|term|name) )?\\uE000)|(?:is|are) no longer (?:called|named|known as)|instead of|in place of|rather than",
  ],
  ["->", "->|→|=>|⟶|-->"],
  [
    "the-one",
    "(?:the|that) (?:one|page|file) (?:(?:directly|right|straight) )?(?:in|under|inside|from)",
  ],
  ["ending", "(?:the )?\\.(?:mdx?|markdown) (?:file )?(?:extension|ending|suffix)"],
  [
    "",
    "like (?:its|the|all the) (?:\\w{1,20} )?(?:counterparts?|siblings?|neighbou?rs?|others?|other pages|other files|rest)",
  ],
  ["not-one", "(?:and )?not (?:the|that) [\\w/-]{1,30} ones?(?=[),.;]|$)"],
  [
    "leave-it",
    "(?:please )?(?:do not|don't|never) (?:touch|change|edit|modify|update|alter) (?:it|them|those|these|that)(?=[.,;!)]|$)|leave (?:it|them|those|these|that) (?:alone|be|untouched|unchanged|as (?:it is|they are|is))|hands off(?: there)?(?=[.,;!)]|$)|skip (?:it|them|those|that)(?=[.,;!)]|$)",
  ],
  [
    "plural",
    "(?:and |also |in )*(?:the )?plurals?(?: forms?)?(?: (?:as well|too|also|included))?(?=[.,;!)]|$)",
  ],
  [
    "follow",
    "(?:its|the) (?:place|position|spot|entry) in the (?:nav|navigation|sidebar|menu) (?:stays|remains|should stay|must stay|can stay)(?: (?:where|as|the way) it is| the same| unchanged)?(?: now)?|(?:leave|keep) (?:it|the entry|its entry) where it is in the (?:nav|navigation|sidebar|menu)",
  ],
  [
    "chosen",
    "(?:we|i)(?:'ve| have)? (?:settled|agreed|decided|standardi[sz]ed) (?:on|for)(?= (?:the (?:spelling|term|word|name) )?\\uE000)|(?:we|i) (?:went with|chose)(?= \\uE000)",
  ],
  [
    "",
    "as (?:one|two|a single) words?|with(?:out)? (?:a |the )?hyphen|(?:is|was|are) (?:what (?:is|was) )?(?:meant|intended)(?=[.,;!)]|$)",
  ],
  ["in", "in the texts? of"],
  [
    "should-be",
    "(?:should|must|shall|has to|have to|needs? to|ought to)(?: (?:now|then|always|all|really|actually|rather|instead))? (?:be(?:come)?|read|say|contain)(?: (?:called|named|titled|written|spelled|known as|worded))?(?: as)?|(?:is|are) (?:supposed|meant) to (?:be|read|say)|so (?:that )?it (?:reads|says|is|becomes)|(?:(?:and|but|now|from now on|these days),? )?(?:it|they|that|this)(?:'s| is|'re| are)(?: (?:now|really|actually|officially))?(?: (?:called|named|spelled|written|known as))?(?= (?:the )?\\uE000)|it(?:'s| is) (?:spelled|written|called)(?= [A-Z])|(?:i|we) (?:believe|think|guess|suppose|assume)(?: that| it should be| it's| it is| they mean| you mean)?(?= \\uE000)|(?:the )?(?:new|right|correct|official|proper|preferred|current) (?:name|term|spelling|one|word|wording|form|product name)(?: now)? (?:is|should be)(?= \\uE000)|to (?:read|say|be)(?=:? \\uE000)",
  ],
  [
    "becomes",
    "(?:is|are|has been|have been|was|were|got) (?:now )?(?:called|named|known as|renamed(?: to| as)?|rebranded(?: to| as)?)|(?:now )?becomes?|(?:is|are) now",
  ],
  [
    "says",
    "(?:that |which |it |and )*(?:says|reads|said|contains)|(?:that |which )(?:say|read)|saying|reading|containing",
  ],
  [
    "uses",
    "(?:(?:still )?(?:says|uses|mentions|has|spells|talks about|writes)|still (?:say|use|mention|have))(?= (?:it |the |of )?\\uE000)",
  ],
  [
    "wrong",
    "(?:is|are) (?:wrong|a typo|misspelled|misspelt|outdated|the old (?:name|term|word)|spelled wrong(?:ly)?|incorrect|no longer right)",
  ],
  ["not", "not|never"],
  [
    "except",
    "(?:everything|anywhere|everywhere|all) but(?! not)|(?:but )?(?:except(?:ing)?|excluding|apart|aside|other than|save|with the exception|without(?! (?:an?|any|one|titles?|descriptions?)\\b)|outside|exclude|excepted)(?: (?:for|from|of))?(?: (?:those|the ones|(?:the |all )?(?:pages|files))(?= (?:in|on|under|of|from|inside)))?",
  ],
  [
    "leave",
    "(?:please )?(?:(?:do not|don't|never|without) (?:touch|chang|edit|modify|updat|replac|alter)(?:e|ing)?(?: it| them| anything)?(?= (?!else))|leav(?:e|ing)(?: out)?|skip(?:ping)?|ignor(?:e|ing)|spar(?:e|ing)|keep(?:ing)?|omit(?:ting)?|exclud(?:e|ing)|hands off|(?:there(?:'s| is) )?no need to (?:look at|touch|change|update|bother with|worry about|edit))",
  ],
  [
    "alone",
    "alone|(?:exactly |just )?(?:as (?:it is|they are|is|they were|it was)|as-is|the way (?:it is|they are))(?: now)?|unchanged|untouched|intact|out|in peace",
  ],
  [
    "stays",
    "(?:(?:should|must|shall|can|will|(?:is|are|has|have|needs?|ought) to) )?(?:stays?|remains?|(?:be|is|are) left|keeps?)(?: (?:exactly )?(?:as (?:it is|they are|is)|alone|unchanged|untouched|intact|the same|the way (?:it is|they are)))|(?:keep|keeps) (?:its|their) (?:own |old |current )?(?:file ?)?(?:names?|paths?|text|wording)|(?:(?:should|must|shall|may|can|do|does|is|are)(?: not|n't)|cannot) (?:to )?(?:be )?(?:changed?|touched|edited|affected|renamed|moved)|(?:is|are|was|were)? ?(?:excluded|excepted|exempt)|left (?:as (?:is|it is|they are)|alone|untouched|unchanged)|(?:we|i)(?:'ll| will)? (?:do|handle|fix|update|change) (?:separately|later|elsewhere|another time)|(?:is|are|gets?|get) (?:handled|done|updated|fixed) (?:separately|later|elsewhere)|(?:can|will) (?:wait|follow(?: later| separately)?)|comes? later|(?:must |should |can )?(?:of course )?stays?|remains?",
  ],
  ["only", "only|just|solely|exclusively|nothing but"],
  ["also", "also|even|including|include|likewise"],
  ["too", "(?:is |are )?(?:included|too|as well)"],
  [
    "everywhere",
    "(?<!(?:except|not|outside|excluding|of) )(?:all )?(?:across|throughout|in|on|over|(?:go|look) through) (?:(?:all|every|each|any)(?: of)?(?: the| our)? (?:markdown )?(?:docs?|pages?|files?|documents?)|(?:(?:all|of|the|our|whole|entire|complete) )*(?:docs|documentation|pages|files|site|website|repo(?:sitory)?|markdown (?:files|pages)|project))(?!/)(?! (?:folder|directory|in|under|below|inside|that|which|config|settings|nav|sidebar|menu))(?! (?:config|nav)\\w)(?: of (?:the|our) (?:docs|documentation|site))?|(?:everywhere|throughout|globally|site-?wide)(?: (?:in|across) (?:all )?(?:the |our )?(?:docs|documentation|pages|site|website|repo(?:sitory)?)(?!/))?|wherever (?:the docs|the pages?|we|it|they|you) (?:says?|uses?|writes?|mentions?|finds?|sees?)(?= \\uE000)|wherever (?:it|they) (?:occurs?|appears?|stands?|shows? up|is used|are used)|(?:all|every) (?:pages?|files?|docs)(?! (?:in|under|below|inside|of|from|that|which|folder))",
  ],
  [
    "every-in",
    "(?:(?:in|on|across|for|of|to|from) )?(?:(?:all|every|each|any|the)(?: of)?(?: the| our)? )?(?:pages|(?<=(?:all|every|each|any|the)(?: of)?(?: the| our)? )pages?|files?|docs?|documents?) (?:in|under|below|of|inside|within|from)(?! (?:the |our )?(?:docs|documentation|site)\\b(?!/| (?:folder|directory)))",
  ],
  [
    "term",
    "(?:(?:occurrences?|mentions?|instances?|uses?|references?|appearances?)(?: of| to)(?: the| our)?(?: (?:words?|terms?|phrases?|strings?|names?))?|words?|terms?|phrases?|strings?|(?:product |old |new )*names?|expressions?|(?:spelling|wording|casing|capitali[sz]ation)(?: of)?|typos?|misspelling|text|old|new)(?= \\uE000)|(?:occurrences?|mentions?|instances?) of(?: the (?:word|term))?|(?:the )?(?:words?|terms?|phrases?|product name)(?= [\\w@])|(?:casing|capitali[sz]ation|spelling) of(?= [\\w@])",
  ],
  ["typo", "typos?|spelling mistake|misspelling|wrong spelling|mistake"],
  [
    "heading-q",
    "(?:section |sub-?)?(?:heading|headline|header|section(?: title| heading)?)(?: (?:called|titled|named|from|of|is))?(?= \\uE000)",
  ],
  [
    "label-q",
    "(?:(?:navigation|nav|sidebar|menu|navbar) (?:title|label|entry|item|group|text|section|heading|category|link)|(?:navigation )?group(?: title| name)?|tab|category)(?: (?:called|titled|named|from))?(?= \\uE000)",
  ],
  ["headings", "(?:page |section |sub)?(?:headings?|headers?|headlines?)|section titles?"],
  [
    "code",
    "(?:inline |fenced )?code(?: (?:blocks?|samples?|examples?|snippets?|spans?|fences?|listings?))?(?: and inline code)?|snippets",
  ],
  ["front-matter", "front ?-?matter|meta ?data|frontmatter"],
  [
    "navigation",
    "(?:(?:site|docs|site's) )?(?:navigation|nav|sidebars?|menus?|navbar|table of contents in the sidebar)(?: (?:titles?|labels?|entries|entry|items?|bar|file|menu|config(?:uration)?|tree))?|(?:site )?(?:config(?:uration)?|settings)(?: files?)?|labels?(?!:? \\uE000)",
  ],
  ["prose", "prose|running text|body text|paragraphs|plain text"],
  [
    "address",
    "(?:file |page )?(?:paths?|addresses|urls?|file ?names?|slugs?|hrefs?|link (?:targets?|addresses|urls?))(?: and (?:the )?(?:urls?|file ?names?|paths?|slugs?))?",
  ],
  [
    "translations",
    "translations?|translated (?:pages|versions|files)|other (?:languages|locales)|localized (?:pages|versions)|locali[sz]ations",
  ],
  [
    "language",
    `(?:(?:only|just) )?(?:for )?(?:the |our )?(?:${languageNames})(?: (?:pages?|ones?|versions?|files?|docs|documentation|site|content|texts?|side)(?! (?:on|about|called|for) ))?(?: only)?|(?:only|just) (?:in )?english|(?:(?:in|for) )?(?:all|every|each)(?: of)?(?: the| our)? (?:languages?|translations?|locales?)(?: (?:that )?(?:we have|there (?:is|are)|exists?)(?: of it)?| of it)?`,
  ],
  ["its", "its|(?:that|this|the (?:new )?)(?: page| file)'s"],
  [
    "it",
    "they|it|them|there|(?:this|that|these|those)(?: (?:same|new|one|two))? (?:pages?|files?)|the (?:(?:same|new|moved|renamed|old) )?(?:page|file)(?! \\uE000| [\\w.-]*[./]| titles?\\b| headings?\\b| names?\\b| paths?\\b| about\\b| on \\w| at [\\w.`-]*[/.])",
  ],
  [
    "page",
    "(?:the |a )?(?:markdown )?(?:page|file(?! (?:paths?|names?)\\b)|document|doc|article|guide(?! (?:folder|director))|post)",
  ],
  ["pages", "pages themselves|pages|files|posts|articles|documents"],
  ["folder", "folder|directory|subfolder|section of the docs"],
  ["folders", "folders|directories"],
  ["new", "(?:brand )?new|another|one more|short|small"],
  ["section", "sections?|subsections?|chapter|part"],
  [
    "text",
    "(?:exact |following )*(?:texts?|contents?|body|sentences?|paragraphs?|lines?|words|wording)(?: (?:is|reads|are)(?=:? \\uE000))?",
  ],
  ["called", "(?:it is |it's |its |and )?(?:called|titled|named|headed|entitled)"],
  ["title-q", "(?:with )?(?:the )?(?:page )?(?:title|name)(?: is)?(?=:? \\uE000)"],
  [
    "at-end",
    "(?:at|to|on|near)? ?the (?:very |absolute )?(?:end|bottom|foot)|as (?:the|a) (?:very )?(?:last|final|closing) (?:section|paragraph|part|line|sentence)|(?:at|to) (?:its|the page's) (?:very )?end",
  ],
  [
    "at-start",
    "(?:directly |right |just )?(?:below|under|after) the (?:page )?(?:title|h1)(?! \\uE000)|(?:at|to|on)? ?the (?:very )?(?:top|start|beginning)|as (?:the|a) (?:very )?first (?:paragraph|line|sentence)",
  ],
  ["right-after", "(?:directly|right|just|immediately|straight) (?:after|behind|following)"],
  ["after", "after|behind|following"],
  ["before", "(?:(?:directly|right|just|immediately) )?(?:before|above|in front of|ahead of)"],
  ["right-below", "(?:directly|right|just|immediately) (?:below|under|beneath|underneath)"],
  ["below", "below|beneath"],
  ["under", "under|underneath"],
  [
    "listed",
    "(?:and )?(?:(?:list|put|place|add|show|include|link) (?:it|the (?:new )?page|this page)|it (?:goes|belongs|should (?:appear|go|be listed))|listed|shown|appearing)(?= (?:in|under|to|into|on|below|as|there|inside)\\b)",
  ],
  ["group", "(?:(?:navigation|sidebar|nav|menu) )?(?:group|category)"],
  ["label", "(?:(?:navigation|sidebar|nav|menu|link) )?label(?=:? \\uE000)"],
  [
    "same-name",
    "(?:and )?(?:keep(?:ing)?|with|under)? ?(?:its|the same|same|the) (?:file ?)?names?(?: (?:unchanged|stays(?: the same)?))?",
  ],
  [
    "broken-links",
    "(?:the )?(?:broken|dead) ones|i broke (?:an? |the |some )?links?|(?:(?:broken|dead|invalid|stale|wrong|bad|internal|and) )*(?:broken|dead|invalid|stale|wrong|bad)(?: (?:internal|relative|cross))? (?:links?|anchors?|cross-?references?|references|link targets?|images?)(?: (?:and|or) (?:broken )?(?:links?|anchors?|images?))?",
  ],
  [
    "unclear",
    "(?:only )?(?:those|the ones|ones|them) (?:with|that have) (?:an? |one )?(?:obvious|clear|single|unambiguous|sure|certain) (?:target|destination)",
  ],
  [
    "unlisted",
    "turn(?:ing)? (?:(?:all|the|any) )*links to it into (?:plain )?text|unlink it(?: everywhere)?|(?:but )?keep(?:ing)? (?:only )?(?:the|their) link texts?",
  ],
  [
    "keep-title",
    "(?:and )?keep(?:ing)? (?:its|the) (?:title|heading|content)s?(?! (?:as|alone|unchanged|untouched))",
  ],
  ["external", "(?:the )?external (?:links?|ones|urls?)"],
  ["links", "links?|anchors?|cross-?references?|references"],
  [
    "broken",
    "(?:that |which )?(?:(?:is|are) (?:broken|dead|invalid|not working)|(?:do not|don't|does not|doesn't|no longer) (?:work|resolve|exist)|(?:lead|leads|go|goes|point|points) nowhere|404s?)(?: any ?more)?",
  ],
  [
    "reported",
    "(?:that )?(?:`?docent check`? (?:reports|finds|complains about)|(?:you|the check|our check|the link check(?:er)?) (?:can )?(?:finds?|reports?)|you (?:come across|can find))",
  ],
  [
    "own-heading",
    "(?:(?:as )?(?:taken|derived|taking|take|copy|copied|use|using)?(?: it| them| one)? ?(?:from|using|based on)|(?:take|use|copy)) (?:(?:its|their|the|each|own|first|main|top|page's|pages'|page|level-1|level 1|of) )*(?:headings?|h1s?|headlines?)(?: (?:of|on|in) (?:the|each|that|its|their) (?:pages?|files?))?(?: as (?:the )?titles?)?",
  ],
  [
    "own-text",
    "(?:(?:as )?(?:taken|derived|taking|take|copy|copied|use|using)?(?: it| them| one)? ?(?:from|using|based on)) (?:(?:its|their|the|each|own|first|main|page's|pages'|page|of) )*(?:sentences?|paragraphs?|text|content)(?: (?:of|on|in) (?:the|each|that|its|their) (?:pages?|files?))?",
  ],
  [
    "lacking",
    "missing|(?:where|wherever) (?:it|they|one|these) (?:is|are) missing|(?:pages? )?(?:that|which) (?:lacks?|(?:has|have)(?: got)? (?:no|none)|(?:do not|don't|does not|doesn't) have|miss(?:es)?|(?:is|are) missing)(?: one| it| them| any| an?)?|without(?= (?:a |an |any |one|titles?|descriptions?))|lacks?|(?:has|have) no",
  ],
  ["one", "one"],
  [
    "!have",
    "needs(?= (?:the )?\\uE000| (?:an? )?(?:new )?(?:section|paragraph|sentence|page))|needs(?= (?:an? |the )(?:new )?(?:title|description))|(?:should|must|shall|needs? to) (?:get|have|receive|be given|carry)(?: (?:one|it|them))?|needs one",
  ],
  ["field-noun", "field|key|property|value(?: of)?|entry|setting"],
  ["true", "true"],
  ["false", "false"],
  [
    "!replace",
    "(?:(?:find|search(?: for)?) and )?(?:replace|swap(?: out)?|exchange)|(?:should|must|needs? to|has to|have to|can) be (?:replaced|swapped|exchanged)|to be (?:replaced|swapped)(?= (?:with|by|for))",
  ],
  ["!substitute", "substitute"],
  [
    "!change",
    "change(?! the (?:file ?)?(?:name|path|location) of)|alter|modify|edit|adjust|(?:should|must|needs? to|has to|have to) be (?:changed|updated|corrected)",
  ],
  [
    "!rename",
    "be renamed|rename|change the (?:file ?)?(?:name|path|location) of|(?:should|must|needs? to|has to|have to) be renamed",
  ],
  [
    "!renamed",
    "(?:(?:we|they|i|you|marketing|legal|upstream|the \\w{1,15} team)(?: have|'ve| has)?(?: just| recently| now| officially| finally)* )?(?:renamed|rebranded|switched)(?= (?:[\\w'-]{1,20} ){0,6}\\uE000)|(?:(?:we|they|i|marketing|legal|upstream)(?: have|'ve| has)?(?: just| recently| now)* )(?:changed|replaced|moved)(?= (?:[\\w'-]{1,20} ){0,6}\\uE000)",
  ],
  ["!update", "update|correct|turn|convert|switch"],
  ["!call", "call|refer to|spell"],
  [
    "!use",
    "(?:the|our) (?:(?:writing |editorial )?(?:style )?guide(?:lines?)?|styleguide|glossary|team|product|app|company|brand|marketing|legal)(?: team)? (?:now |always )?(?:says?|uses?|writes?|prefers?|wants?|spells? it|calls? (?:it|them))(?= (?:the (?:word|term) )?\\uE000)|(?:(?:we|i) )?(?:want|prefer|should (?:say|use|write)|(?:now |always )?(?:say|use|write|call (?:it|them)))(?= (?:the (?:word|term) )?\\uE000)|(?:start|begin) (?:saying|using|writing|calling it)|(?:talk|speak) (?:of|about)(?= (?:an? |the )?\\uE000)|call (?:it|them|this)(?= \\uE000)|use|say|prefer|go with",
  ],
  ["!write", "write"],
  [
    "!fix",
    "needs? (?:fixing|to be fixed|repair(?:ing)?)|(?:should|must) be (?:fixed|repaired)|(?:(?:find|check|look for) and )?(?:fix|repair|mend|resolve)|correct(?= (?:the |all |every |any )*(?:broken|dead|links?|typo))|clean up(?= (?:the |all )*(?:broken|dead))",
  ],
  ["works", "work(?:ing)?(?: again)?"],
  [
    "same-folder",
    "(?:it )?(?:(?:should|must) )?stays? in (?:the|its) same folder|(?:it )?(?:should|must) stay in (?:the|its) same folder|(?:(?:still )?in )?(?:the|its) same folder|same folder",
  ],
  [
    "!check",
    "check(?= (?:the |all |our )*links)|look for(?= (?:any |the |all )*(?:broken|dead))|(?:check|scan|search|look through|go through)(?= [^;]{1,80} for (?:any |the |all )*(?:broken|dead))|(?:check|search|scan|look through|go through) (?:all )?(?:the |our )?(?:docs|documentation|pages|site) for",
  ],
  [
    "!move",
    "(?:should|must|has to|needs to) be(?= (?:in|inside|under) (?:the )?[\\w.-]*/)|be moved|moved(?= (?:to|into|under))|move|relocate|transfer|shift|(?:should|must|needs? to|has to|have to) (?:be moved|move|live|go)(?= (?:in|into|to|under)\\b)|belongs(?= (?:in|into|to|under)\\b)",
  ],
  [
    "!delete",
    "to be (?:deleted|removed)|be (?:deleted|removed)|deleted(?=[.,]|$)|delete|erase|get rid of|throw (?:away|out)|take down|ditch|scrap|retire|bin|(?:should|must|can|needs? to|has to|have to) (?:be (?:deleted|removed|dropped)|go)(?! (?:in|into|to|under)\\b)",
  ],
  [
    "!remove",
    "remove|drop|take out|take(?= [^;]{1,60} (?:out of|off) )|take(?= [^;.]{1,60} out(?: completely| entirely|[.:,]|$))",
  ],
  ["!set", "set|assign|mark"],
  ["!give", "give"],
  ["!fill", "fill(?: (?:it|them|that|those))?(?: in| out)?|complete|supply"],
  ["!add", "add|insert|include"],
  ["!put", "put|place"],
  ["!append", "append"],
  ["!make", "make"],
  [
    "!create",
    "we(?:'re| are) missing(?= (?:an?|the) (?:new )?(?:page|section))|create|start|(?:i(?:'d| would) like|we(?:'d| would) like|i need|we need|i want|we want)(?= (?:an?|another|one more) )",
  ],
  [
    "point-links",
    "(?:and |then )*let (?:(?:all|the|any) )*links?(?: to it)? (?:point|lead|go) to|(?:and |then )*(?:point|redirect|send|lead|change) (?:(?:all|every|any|the|its|existing) )*(?:links?|references?|readers)(?: to it)? (?:to|at)|(?:and )?(?:(?:all|every|any|the|existing) )*(?:links?|references?)(?: (?:that )?(?:point(?:ing)? |lead(?:ing)? )?to it)? (?:should|shall|must) (?:then |now )?(?:go|lead|point) to",
  ],
];

/** Names of fields that can be nothing else on a page; others must be written as code, or called a field. */
export const fieldNames =
  "titles?|descriptions?|sidebarTitle|sidebar_label|sidebar_title|sidebar_position|keywords|tags|icon|slug|draft|hidden|layout|summary|mode|image|search|hide|status|template|outline|navbar|aside|noindex|unlisted|weight|order";

/** Pages that people name without their paths. */
export const knownPages =
  "change ?log|release notes|readme|quick ?start|glossary|home ?page|index|introduction|faq";

/** Words that narrow, widen or point: they are never the name of a place. */
export const notNames =
  /^(?:sometimes|often|rarely|usually|today|tomorrow|tables?|lists?|images?|pictures?|captions?|comments?|examples?|samples?|notes?|tips?|warnings?|admonitions?|callouts?|quotes?|footnotes?|words?|text|steps?|elsewhere|somewhere|places|particular|general|future|order|english|german|french|spanish|chinese|japanese|korean|russian|portuguese|italian|other|some|most|many|few|several|half|both|first|second|third|last|old|older|oldest|newer|newest|recent|current|latest|previous|legacy|relevant|appropriate|important|certain|similar|related|such|same|anything|everything|nothing|else|if|when|whenever|where|wherever|unless|until|about|than|more|less|maybe|possibly|perhaps|probably|mostly|once|twice|here|who|what|which|how|why|is|are|was|were|be|has|have|do|does|so|no|any|it|them|one|ones|two|three|match|case|title|description|difficult|long|short|public|internal|private|outdated|something|better|good|new|ours|mine|used|needed|necessary|required|possible|suitable|sensible)$/i;
