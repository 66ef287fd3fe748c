import { visibleLine } from "../../text/safe/visible-text.ts";

/** What stands before the words of a title. */
type TitleForm = "conventional" | "bracket" | "emoji" | "area" | "plain";

/** A title taken apart: the mark before its words as written, the name in the mark, and the words. */
type TitleParts = { form: TitleForm; mark: string; name: string; words: string };

/** How a repository words the first line of a commit. */
export type TitleConvention = {
  /** "any": too little is known to ask for a form. */
  form: TitleForm | "any";
  /** Put before a title that has another form: "docs: ", "[docs] "; "" where there is none. */
  prefix: string;
  letter: "upper" | "lower" | "any";
  period: boolean;
  /** Titles that show it, those about docs first. */
  examples: string[];
};

export const freeTitle: TitleConvention = {
  form: "any",
  prefix: "",
  letter: "any",
  period: false,
  examples: [],
};

const fewest = 3;
const mostSubjects = 200;
const mostExamples = 5;
const longestSubject = 200;

/** Learns from the subjects of commits, newest first. */
export function titleConvention(subjects: string[]): TitleConvention {
  const titles = subjects.slice(0, mostSubjects).map(titleOf).filter(isTitle);
  if (titles.length < fewest) return freeTitle;
  const all = titles.map((title) => ({ ...titleParts(title), title }));
  const form = commonForm(all);
  const alike = form === "any" ? all : all.filter((one) => one.form === form);
  const docsFirst = [...alike].sort((left, right) => Number(isDocs(right)) - Number(isDocs(left)));
  return {
    form,
    prefix: prefixOf(form, alike),
    letter: letterOf(alike),
    period: share(alike, ({ title }) => /[^.]\.$/.test(title)) >= 0.6,
    examples: [...new Set(docsFirst.map(({ title }) => title))].slice(0, mostExamples),
  };
}

/** The title in the repository's convention; one that follows it already stays as it is. */
export function followConvention(title: string, convention: TitleConvention): string {
  const { form, prefix, letter, period } = convention;
  if (form === "any" || title === "") return title;
  const parts = titleParts(title);
  const keepsMark = form !== "plain" && parts.form === form;
  const losesMark = !keepsMark && parts.form === "conventional";
  const words = withFirstLetter(keepsMark || losesMark ? parts.words : title, letter);
  const ended = period ? words.replace(/[^.!?…]$/, "$&.") : words.replace(/(?<!\.|\betc)\.$/, "");
  return (keepsMark ? parts.mark : prefix) + ended;
}

/** The convention in words for the model; "" when there is nothing to say. */
export function conventionText(convention: TitleConvention): string {
  const { form, prefix, letter, period, examples } = convention;
  if (examples.length === 0) return "";
  const rules = [
    ...(prefix === ""
      ? []
      : [`begin with ${JSON.stringify(prefix.trimEnd())} unless another one fits`]),
    ...(form === "plain" ? ["no type or tag before the words"] : []),
    ...(letter === "any" ? [] : [`the first letter in ${letter} case`]),
    period ? "a period at the end" : "no period at the end",
  ];
  const shown = examples.map((title) => `- ${JSON.stringify(title)}`);
  return [`Titles in this repository: ${rules.join(", ")}. Recent ones:`, ...shown].join("\n");
}

/** Without the number of the change that forges add, and without what is meant for machines. */
function titleOf(subject: string): string {
  return visibleLine(subject.slice(0, longestSubject))
    .replace(/ ?\[(?:ci skip|skip ci)\]/i, "")
    .replace(/ ?\([#!]\d{1,9}\)$/, "");
}

const noTitle =
  /^(?:merge\b|revert\b|fixup!|squash!|initial commit|bump \S{1,100} from |v?\d[\w.-]*$)/i;

function isTitle(title: string): boolean {
  return title !== "" && !noTitle.test(title);
}

type Title = TitleParts & { title: string };

function commonForm(titles: Title[]): TitleForm | "any" {
  const of = (form: TitleForm) => share(titles, (one) => one.form === form);
  if (of("conventional") >= 0.5) return "conventional";
  if (share(titles, isTicket) >= 0.2) return "any";
  if (of("bracket") >= 0.5) return "bracket";
  if (of("emoji") >= 0.5) return "emoji";
  if (of("area") >= 0.5 && of("area") + of("conventional") >= 0.6) return "area";
  return of("plain") + of("area") >= 0.8 ? "plain" : "any";
}

/** A number of somebody's tracker: nobody can make one up. */
function isTicket({ form, name }: Title): boolean {
  if (form === "bracket") return /\d/.test(name);
  return form === "area" && /^[A-Z]+-\d+$/.test(name);
}

const docsName = /^(?:docs?|documentation|📝|📚|📖|:memo:|:books:)$/iu;

function isDocs({ name }: Title): boolean {
  return docsName.test(name);
}

const usualPrefix = { conventional: "docs: ", area: "docs: ", bracket: "[docs] ", emoji: "📝 " };

/** The mark that most titles about docs have, their scope included; in a repository of mostly one area, that one. */
function prefixOf(form: TitleForm | "any", titles: Title[]): string {
  if (form === "plain" || form === "any") return "";
  const docs = titles.filter(isDocs);
  const own = mostOf(docs.map(({ mark }) => mark));
  if (own !== undefined && own.count * 2 >= docs.length) return own.value;
  const name = mostOf(docs.map((title) => title.name));
  if (name !== undefined && form === "conventional") return `${name.value}: `;
  const common = mostOf(titles.map(({ mark }) => mark));
  if (form !== "area" || common === undefined || common.count * 2 < titles.length)
    return usualPrefix[form];
  return common.value;
}

function mostOf(values: string[]): { value: string; count: number } | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort((left, right) => right[1] - left[1]);
  return first && { value: first[0], count: first[1] };
}

function letterOf(titles: Title[]): TitleConvention["letter"] {
  const lettered = titles.filter(({ words }) => /^[A-Za-z]/.test(words));
  if (lettered.length < fewest) return "any";
  const upper = share(lettered, ({ words }) => /^[A-Z]/.test(words));
  if (upper >= 0.7) return "upper";
  return upper <= 0.3 ? "lower" : "any";
}

function share<Value>(values: Value[], holds: (value: Value) => boolean): number {
  return values.filter(holds).length / Math.max(1, values.length);
}

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
function titleParts(title: string): TitleParts {
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
function withFirstLetter(words: string, letter: "upper" | "lower" | "any"): string {
  const [first = ""] = words.split(/[\s,:]/, 1);
  if (letter === "any" || !verbs.has(first.toLowerCase()) || /[A-Z]/.test(first.slice(1)))
    return words;
  const initial = words.charAt(0);
  return (letter === "upper" ? initial.toUpperCase() : initial.toLowerCase()) + words.slice(1);
}
