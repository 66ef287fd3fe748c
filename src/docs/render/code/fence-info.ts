/** What stands behind the mark of a fence, read for a reader. */
export type FenceInfo = {
  /** In lower case; "" for none. */
  language: string;
  title: string;
  /** Words that may be a title: only a group of code blocks knows. */
  words: string;
  /** Which lines are marked, counted from 1. */
  marked: ReadonlySet<number>;
  inserted: ReadonlySet<number>;
  deleted: ReadonlySet<number>;
};

const longest = 2_000;

export function readFenceInfo(info: string): FenceInfo {
  const text = info.slice(0, longest).trim();
  const { language, rest } = splitLanguage(text);
  const title =
    /(?:^|[\s{,:])(?:title|filename|file|name|label)=(?:"([^"]{0,300})"|'([^']{0,300})'|\{?["'`]([^"'`]{0,300})["'`]\}?|([^\s"'{},]{1,300}))/.exec(
      text,
    );
  const bracketed = /(?:^|\s)\[([^\]]{1,200})\]/.exec(rest)?.[1];
  const words = wordsIn(rest);
  const path = words.split(" ").find((word) => /[^.]\.\w|\//.test(word));
  return {
    language,
    title: title?.[1] ?? title?.[2] ?? title?.[3] ?? title?.[4] ?? bracketed ?? path ?? "",
    words,
    marked: numbersIn(
      rest.match(/(?:^|[\s\w])\{([\d\s,-]+)\}/)?.[1],
      optionIn(text, "hl_lines|highlight|mark|emphasize-lines|highlightLines|hl_Lines"),
    ),
    inserted: numbersIn(optionIn(text, "ins|add")),
    deleted: numbersIn(optionIn(text, "del|remove")),
  };
}

function splitLanguage(text: string): { language: string; rest: string } {
  const braced = /^\{\s{0,9}\.?([\w+#-]{1,40})/.exec(text);
  if (braced !== null && !/^\{\s{0,9}[\d]/.test(text))
    return { language: (braced[1] ?? "").toLowerCase(), rest: text.slice(braced[0].length) };
  const word = /^[\w+#.-]{1,40}/.exec(text)?.[0] ?? "";
  const isOption = text[word.length] === "=";
  const language = isOption ? "" : word;
  return {
    language: language.toLowerCase(),
    rest: text.slice(language.length).replace(/^:(?=\w)/, " "),
  };
}

const flags =
  /^(?:lines|wrap|expandable|copy|nocopy|noplayground|numbers|live|twoslash|focus|collapse|ignore|should_panic|no_run|compile_fail|editable|edition\d+|runnable|norun|linenums|showlinenumbers|nolinenumbers|line-numbers|no-line-numbers|vue|static|nolint|example-good|example-bad|interactive-example.*|hidden|notranslate|module|package|source|nonum|number-lines|theme|icon|tabs|preview|demo)$/i;

/** Words that are neither options nor in brackets. */
function wordsIn(rest: string): string {
  return rest
    .replace(
      /(?<![\w-])[\w-]{1,40}=(?:"[^"]{0,300}"|'[^']{0,300}'|\{[^}]{0,300}\}|\S{1,300})/g,
      " ",
    )
    .replace(/\{[^}]{0,300}\}|\[[^\]]{0,300}\]|\/[^/\s]{0,300}\/|"[^"]{0,300}"/g, " ")
    .split(/[\s,{}]+/)
    .filter((word) => /^[\w@.~/][\w@./+#()-]*$/.test(word) && !flags.test(word))
    .join(" ")
    .slice(0, 120);
}

function optionIn(text: string, names: string): string | undefined {
  const match = new RegExp(
    `(?:^|[\\s{,])(?:${names})=(?:"([^"]{0,300})"|'([^']{0,300})'|\\{([^}]{0,300})\\}|(\\S{1,300}))`,
  ).exec(text);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
}

const mostMarked = 5_000;

function numbersIn(...texts: (string | undefined)[]): Set<number> {
  const numbers = new Set<number>();
  for (const match of texts.join(" ").matchAll(/(\d{1,5})(?:\s?-\s?(\d{1,5}))?/g)) {
    const first = Number(match[1]);
    const last = Math.min(Number(match[2] ?? first), first + mostMarked);
    for (let line = first; line <= last && numbers.size < mostMarked; line += 1) numbers.add(line);
  }
  return numbers;
}
