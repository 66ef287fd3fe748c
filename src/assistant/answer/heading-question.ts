const longestHeading = 90;

/** What headings tell readers to do. */
const verbs = new Set(
  (
    "access add adjust allow answer apply ask attach authenticate authorize automate avoid build bundle cache call catch change check " +
    "choose cite clean collect combine compare compile configure connect convert copy create customise customize debug declare define " +
    "delete deploy disable download edit embed enable encrypt expose export extend fetch filter find fix forget format forward generate " +
    "get give handle hide host implement import improve index inject inspect install integrate invite keep limit link list load localise " +
    "localize log make manage measure merge migrate mock monitor mount move navigate open optimise optimize organise organize override " +
    "parse pass pause pin point preview prevent protect provide publish put query read rebuild record redirect reduce register remove " +
    "rename render replace reset resolve restart restore restrict resume retry return reuse review revoke rewrite rotate run save scale " +
    "schedule search secure see select send serve set share show sign skip specify start stop store stream style switch sync test track " +
    "transform translate trigger troubleshoot try tune turn undo uninstall update upgrade upload use validate verify view wait watch " +
    "wire wrap write"
  ).split(" "),
);

/** Also names of things: only what follows tells which is meant. */
const alsoNames = new Set(
  (
    "access build bundle cache call catch check copy debug export filter fix format host import index limit link list load log " +
    "mock monitor mount pass pause pin point preview query record register return review run sample schedule search select share show " +
    "sign start stop store stream style switch sync test track transform trigger update upgrade upload use view wait watch wrap"
  ).split(" "),
);
/** Begins what is done something to. */
const object =
  /^(?:an?|the|your|our|its|their|this|these|those|all|any|each|every|another|multiple|several|many|some|more|new|custom|own|one|two|to|from|into|in|up|out|on|off|for|only|without|\p{Ll}[\p{L}-]*[^s]s)$/u;
/** Ends the name of a thing that begins like something to do. */
const thing =
  /(?:^| )(?:api|basics|behaviou?r|block|cli|directory|environment|error|example|file|flag|folder|group|guide|hook|interface|level|method|mode|model|option|order|output|overview|pattern|phase|plugin|preset|process|reference|result|rule|runner|setting|setup|state|strategy|strategies|suggestion|syntax|system|time|tip|tool|type|variable)s?$/i;

/** Whatever else a heading begins with, before an article it is something to do. */
const otherTask = /^\p{Lu}\p{Ll}+ (?:[Aa]n?|[Tt]he|[Yy]our) \S/u;
const noVerb = /^\w+(?:ing|ed|ly) /;
const joining =
  /^(?:about|across|after|against|all|along|and|around|as|at|because|before|behind|below|beneath|beside|between|beyond|both|but|by|during|for|from|if|in|inside|into|is|it|just|like|not|on|once|only|or|outside|over|per|since|than|through|throughout|to|under|unless|until|via|when|while|with|within|without) /i;

const question =
  /^(?:(?:how|what|why|when|where|who) (?:is|are|was|were|do|does|did|can|could|should|will|would|happens?|makes?|may|must|much|many)|which \S+|(?:can|does|do|is|are|should|will)) /i;
const questionWord = /^(?:how|what|why|when|where|which|who)\b/i;
const whatItIs = /^(what|who) ([^?]+) (is|are)$/i;
const plainPhrase = /^\p{L}[\p{L}\d-]+(?: [\p{L}\d`'’/._-]+){1,7}$/u;
/** A sentence, or a signpost: no name of something to know about. */
const noTopic =
  /(?:^| )(?:is|are|was|has|have|can|cannot|does|should|must|will|i|we|you)(?: |$)|^\S+ing\b|^(?:about|additional|advanced|basic|common|example|final|first|further|general|introduction|known|learn|more|next|other|overview|quick|see|still|summary|table|why)\b/i;
const beginnings = /^(?:getting started|get started|quick[ -]?start)(?: guide)?$/i;

/** How often a word is written small and large in the docs, by its small form; says which words of a heading are names. */
export type WordForms = { isName(word: string): boolean };

/** A heading as a reader would ask it; undefined for one that makes no question. English headings only. */
export function headingQuestion(heading: string, forms?: WordForms): string | undefined {
  const [before = ""] = heading.split(/ [-–—] /, 1);
  const text = before
    .slice(0, longestHeading * 2)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/ \([^()]*\)$/, "")
    .replace(/^Get(ting)? Started\b/, "Get$1 started")
    .replace(/(?<![.:!])[.:!]+$/, "");
  if (text.length < 4 || text.length > longestHeading || !/^[\p{Script=Latin}\d`]/u.test(text))
    return undefined;
  if (text.endsWith("?")) return question.test(text) ? text : undefined;
  if (/[(){}=;]|::|->/.test(text)) return undefined;
  if (/^how to /i.test(text)) return `How do I ${inSentence(text.slice(7), forms)}?`;
  const [, word, whose, verb] = whatItIs.exec(text) ?? [];
  if (whose !== undefined) return `${word} ${verb} ${whose}?`;
  if (question.test(text)) return `${text}?`;
  if (questionWord.test(text)) return undefined;
  if (beginnings.test(text)) return "How do I get started?";
  return taskQuestion(text, forms) ?? topicQuestion(text, forms);
}

/** "Create a key", "Creating a key": something to do. */
function taskQuestion(text: string, forms: WordForms | undefined): string | undefined {
  const [first = "", ...others] = text.split(" ");
  const verb = baseOf(first.toLowerCase());
  if (verb === undefined)
    return otherTask.test(text) && !joining.test(text) && !noVerb.test(text)
      ? `How do I ${first.toLowerCase()} ${objectOf(others, forms)}?`
      : undefined;
  if (!isDone(verb, others, first.toLowerCase() !== verb)) return undefined;
  const [joint, next = "", ...rest] = others;
  const second = joint === "and" || joint === "or" ? baseOf(next.toLowerCase()) : undefined;
  const end = second === undefined ? others : [joint, second, ...rest];
  return `How do I ${verb} ${objectOf(end, forms)}?`;
}

/** Docs say "your" to whoever asks about "my". */
function objectOf(words: (string | undefined)[], forms: WordForms | undefined): string {
  const own = words.map((word = "") => (/^your$/i.test(word) ? "my" : word));
  return inSentence(own.join(" "), forms, true);
}

/** "Build and deploy" is two things to do; "Store and data folder", "List of settings" and "Build options" are none. */
function isDone(verb: string, [next = "", ...rest]: string[], isGerund: boolean): boolean {
  if (next === "" || /^of$/i.test(next)) return false;
  if (/^(?:and|or)$/i.test(next)) return baseOf((rest[0] ?? "").toLowerCase()) !== undefined;
  if (rest.length === 0 && thing.test(next)) return false;
  if (isGerund || !alsoNames.has(verb)) return true;
  return object.test(next) && !(rest.length === 0 && /^(?:in|on|off|out|up)$/.test(next));
}

/** The verb itself, of "creating" too; undefined for no verb that we know. */
function baseOf(word: string): string | undefined {
  if (verbs.has(word)) return word;
  if (!word.endsWith("ing")) return undefined;
  const stem = word.slice(0, -3);
  const once = /([bdglmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
  return [stem, `${stem}e`, once].find((base) => verbs.has(base));
}

function topicQuestion(text: string, forms: WordForms | undefined): string | undefined {
  // Names of commands and settings begin small: nobody asks what to know about "docent secrets rotate".
  if (/^\p{Ll}/u.test(text) || !plainPhrase.test(text)) return undefined;
  if (noTopic.test(text) || joining.test(text)) return undefined;
  const [first = ""] = text.split(" ", 1);
  if (verbs.has(first.toLowerCase())) return undefined;
  return `What should I know about ${inSentence(text, forms)}?`;
}

/** As it stands within a sentence. Names keep their capitals: `API keys`, `OpenAPI`, and what the docs never write small. */
function inSentence(text: string, forms: WordForms | undefined, isRest = false): string {
  return text
    .split(" ")
    .map((word, place) => {
      if (!/^\p{Lu}[\p{Ll}-]+$/u.test(word)) return word;
      const isName = forms ? forms.isName(word) : place > 0 || isRest;
      return isName ? word : word.toLowerCase();
    })
    .join(" ");
}

const longestSample = 100_000;

/** Which words these texts write large within sentences. Code is no sentence. */
export function wordForms(texts: string[]): WordForms {
  const large = new Map<string, number>();
  const prose = texts.join("\n").slice(0, longestSample).split("```");
  for (const text of prose.filter((_, place) => place % 2 === 0))
    for (const { 0: word, index } of text.matchAll(/(?<=[\p{Ll},] )\p{L}+/gu)) {
      const small = word.toLowerCase();
      const isPlain =
        word.slice(1) === small.slice(1) && !/[\w.`/(-]/.test(charAfter(text, index, word));
      if (isPlain) large.set(small, (large.get(small) ?? 0) + (word === small ? -1 : 1));
    }
  return { isName: (word) => (large.get(word.toLowerCase()) ?? 1) > 0 };
}

/** A word that goes on with it is an address, a file or a name in code; the end of a sentence is none of these. */
function charAfter(text: string, index: number, word: string): string {
  const end = index + word.length;
  return /^\.(?:\s|$)/.test(text.slice(end, end + 2)) ? "" : text.slice(end, end + 1);
}
