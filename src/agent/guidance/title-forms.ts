/** What stands before the words of a title. */
export type TitleForm = "conventional" | "bracket" | "emoji" | "area" | "plain";

/** A title taken apart: the mark before its words as written, the name in the mark, and the words. */
export type TitleParts = { form: TitleForm; mark: string; name: string; words: string };

const conventionalTypes = new Set(
  "build bump chore ci deps doc docs documentation feat feature fix hotfix i18n improvement perf refactor release revert style test tests typo wip".split(
    " ",
  ),
);

const forms: { form: TitleForm; pattern: RegExp }[] = [
  { form: "conventional", pattern: /^([A-Za-z][\w-]{0,19})(?:\([^()]{1,60}\))?!?: +(?=\S)/ },
  { form: "bracket", pattern: /^\[([^\]]{1,30})\]:? *(?=\S)/ },
  { form: "emoji", pattern: /^(\p{Extended_Pictographic}\uFE0F?|:[a-z_]{2,30}:) *(?=\S)/u },
  { form: "area", pattern: /^([^\s:,]{1,40}(?:, ?[^\s:,]{1,40}){0,9}): +(?=\S)/ },
];

/** The form a title has; the first one that fits it. */
export function titleParts(title: string): TitleParts {
  for (const { form, pattern } of forms) {
    const match = pattern.exec(title);
    const name = match?.[1] ?? "";
    if (match === null || (form === "conventional" && !isType(name))) continue;
    return { form, mark: match[0], name, words: title.slice(match[0].length) };
  }
  return { form: "plain", mark: "", name: "", words: title };
}

function isType(name: string): boolean {
  return conventionalTypes.has(name.toLowerCase());
}

const verbs = new Set(
  "add adjust allow apply avoid bring bump change clarify clean complete consolidate convert correct cover create cut deprecate describe detail disable document drop edit enable expand explain extend extract fill fix format give group handle hide improve include introduce keep link list make mark mention merge migrate move name note polish prefer prevent publish reduce refactor refresh reformat remove rename reorder reorganise reorganize repair rephrase replace require restore restructure return revert revise rewrite rework run say set shorten show simplify sort specify split start state stop streamline support switch sync tell tidy translate turn unify update upgrade use warn write".split(
    " ",
  ),
);

/** Only a verb can lose or gain its capital without harm: other first words may be names. */
export function withFirstLetter(words: string, letter: "upper" | "lower" | "any"): string {
  const [first = ""] = words.split(/[\s,:]/, 1);
  if (letter === "any" || !verbs.has(first.toLowerCase()) || /[A-Z]/.test(first.slice(1)))
    return words;
  const initial = words.charAt(0);
  return (letter === "upper" ? initial.toUpperCase() : initial.toLowerCase()) + words.slice(1);
}
