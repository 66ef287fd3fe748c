import { defuseCode } from "../../text/safe/defuse-markdown.ts";
import type { Habits } from "./page-habits.ts";
import { counted, listed, plural } from "./tally.ts";

const mostKeys = 20;
const mostParts = 20;
/** Where there are many, those of one page are no habit. */
const manyParts = 8;
const mostLanguages = 12;

/** What the sampled pages have in common, a line for each habit. */
export function describeHabits(habits: Habits): string[] {
  return [
    `Counted on ${plural(habits.pages, "page")}:`,
    frontMatterLine(habits),
    headingLine(habits),
    ...fenceLine(habits),
    ...(habits.pagesWithCrlf > 0
      ? [`- Lines end with CRLF on ${plural(habits.pagesWithCrlf, "page")}.`]
      : []),
    ...partLines(habits),
  ];
}

function frontMatterLine({ keys, pages, pagesWithFrontMatter }: Habits): string {
  if (pagesWithFrontMatter === 0) return "- Front matter: none.";
  const on = `on ${pagesWithFrontMatter} of ${pages} pages`;
  return `- Front matter ${on}: ${counted(keys, mostKeys)}.`;
}

function headingLine(habits: Habits): string {
  const { pages, pagesWithTopHeading, titleCaseHeadings, sentenceCaseHeadings } = habits;
  const top = `a "# " heading on ${pagesWithTopHeading} of ${pages} pages`;
  const underlined =
    habits.underlinedHeadings > 0
      ? `, ${habits.underlinedHeadings} headings underlined with =`
      : "";
  if (titleCaseHeadings + sentenceCaseHeadings === 0) return `- Headings: ${top}${underlined}.`;
  const isTitle = titleCaseHeadings > sentenceCaseHeadings;
  const [most, rest] = isTitle
    ? [`Title Case (${titleCaseHeadings})`, `sentence case (${sentenceCaseHeadings})`]
    : [`sentence case (${sentenceCaseHeadings})`, `Title Case (${titleCaseHeadings})`];
  return `- Headings: ${most} rather than ${rest}; ${top}${underlined}.`;
}

function fenceLine({ fences, languages }: Habits): string[] {
  if (fences === 0) return [];
  const named = [...languages.values()].reduce((sum, count) => sum + count, 0);
  const names = languages.size === 0 ? "" : `: ${counted(languages, mostLanguages)}`;
  return [`- Code blocks: ${named} of ${fences} name a language${names}.`];
}

function partLines({ parts, imports }: Habits): string[] {
  if (parts.size === 0) return ["- Components and callouts: none."];
  const all = [...parts]
    .filter(([, { pages }]) => pages > 1 || parts.size <= manyParts)
    .sort((left, right) => right[1].pages - left[1].pages || right[1].count - left[1].count);
  const lines = all.map(([name, { count, pages, example }]) => {
    const statement = imports.get(name.slice(1, -1));
    const needs = statement === undefined ? "" : `, with ${defuseCode(statement)}`;
    const shown = example === name ? "" : `, as in ${defuseCode(example)}`;
    return `${defuseCode(name)}: ${count} on ${plural(pages, "page")}${shown}${needs}`;
  });
  return ["Components and callouts in use:", ...listed(lines, mostParts)];
}
