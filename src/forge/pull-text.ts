const begin = "<!-- docent:begin -->";
const end = "<!-- docent:end -->";

export type OwnText = {
  /** Markdown. */
  body: string;
  /** Where the whole text is, for a body that is cut. */
  sessionUrl: string;
  /** The forge offers no drafts, and this is meant as one. */
  isDraftInWords: boolean;
};

// GitHub takes 65,536, counted in ways that differ between its doors.
const mostBytes = 57_000;
// What people write around ours is theirs: it is left whole, and ours gives way.
const fewestBytes = 2_000;

/** The description of a pull request: ours is a marked block, and what people wrote around it stays. */
export function withOwnText(description: string, own: OwnText): string {
  const { before, after } = around(description);
  const room = mostBytes - Buffer.byteLength(before + after);
  const block = `${begin}\n${ownBlock(own, Math.max(fewestBytes, room))}\n${end}`;
  return `${before}${block}${after}`;
}

/** A description without what marks our block. */
export function withoutMarks(description: string): string {
  return description
    .replaceAll("\r\n", "\n")
    .replaceAll(`${begin}\n`, "")
    .replaceAll(`\n${end}`, "")
    .replaceAll(begin, "")
    .replaceAll(end, "");
}

/** Whether a pull request is a draft, on a forge that has none too. */
export function isDraft({ draft, body }: { draft: boolean; body: string }): boolean {
  return draft || body.includes(draftInWords);
}

/** The description of what is no draft any more. */
export function withoutDraftWords(description: string): string {
  return description.replaceAll(`${draftInWords}\n\n`, "").replaceAll(draftInWords, "");
}

const draftInWords =
  "**This is a draft.** The forge offers none for this repository, so it is a regular pull request: please do not merge it yet.";

function ownBlock({ body, sessionUrl, isDraftInWords }: OwnText, most: number): string {
  const text = isDraftInWords ? `${draftInWords}\n\n${body}` : body;
  const unmarked = text.replaceAll(/<!-- ?docent:/g, "<!- docent:");
  if (Buffer.byteLength(unmarked) <= most) return unmarked;
  const where = sessionUrl === "" ? "" : ` The [session](${sessionUrl}) has all of it.`;
  const note = `\n\n(Cut here: the forge takes no longer text.${where})`;
  return cutBytes(unmarked, most - Buffer.byteLength(note)) + note;
}

function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text).subarray(0, most);
  return bytes.toString("utf8").replace(/(?<!\ufffd)\ufffd+$/, "");
}

/** What stands before and after our block. Where somebody has taken it out, it goes below what they wrote. */
function around(description: string): { before: string; after: string } {
  const from = description.indexOf(begin);
  const to = from < 0 ? -1 : description.lastIndexOf(end);
  if (to > from) {
    return { before: description.slice(0, from), after: description.slice(to + end.length) };
  }
  const theirs = withoutMarks(description).trimEnd();
  return { before: theirs === "" ? "" : `${theirs}\n\n`, after: "" };
}
