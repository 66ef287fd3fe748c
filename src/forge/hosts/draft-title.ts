/** What marks a draft in its title, the one that is written first. Forges read them without regard to case. */
export type DraftMarks = readonly [string, ...string[]];

export function isDraftTitle(title: string, marks: DraftMarks): boolean {
  return markOf(title, marks) !== undefined;
}

/** People put a mark where there is one already: all of them go. */
export function withoutDraftMark(title: string, marks: DraftMarks): string {
  let from = 0;
  for (;;) {
    const mark = markOf(title.slice(from, from + 100), marks);
    if (mark === undefined) return title.slice(from).trim();
    from += mark;
  }
}

/** Forges cut titles at about 255 characters, the mark among them. */
const mostTitle = 240;

export function titleFor(
  { title, draft }: { title: string; draft: boolean },
  marks: DraftMarks,
): string {
  const plain = shortened(withoutDraftMark(title, marks));
  return draft ? `${marks[0]} ${plain}` : plain;
}

function shortened(title: string): string {
  const characters = [...title.slice(0, 2 * mostTitle + 2)];
  if (characters.length <= mostTitle) return title;
  return `${characters.slice(0, mostTitle - 1).join("")}…`;
}

/** Length of the mark at the start, with the spaces before and after it. */
function markOf(title: string, marks: DraftMarks): number | undefined {
  const start = title.length - title.trimStart().length;
  const text = title.slice(start, start + 50).toLowerCase();
  const mark = marks.find((each) => text.startsWith(each.toLowerCase()));
  if (mark === undefined) return undefined;
  const after = start + mark.length;
  return after + (title.length - after - title.slice(after).trimStart().length);
}
