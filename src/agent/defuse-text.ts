/** Without control characters, which forge a line in a terminal and end a commit message, and without what hides or turns text round. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, "")
    .toWellFormed();
}

export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ").trim();
}

/**
 * Plain text of others for a commit: a message is read as it stands, so code marks protect nothing there. It mentions
 * nobody, closes nothing and switches no automation off.
 */
export function defuseCommitText(text: string): string {
  return withAutomation(brokenClosing(plainText(text)))
    .replace(/(?<![A-Za-z0-9])@(?=[\w.])/g, "@ ")
    .replace(/#(?=\d)/g, "# ");
}

/** A title of others: the same for the place where code marks do protect. */
export function defuseTitle(text: string): string {
  const parts = withAutomation(oneLine(text)).split(/(`[^`]*`)/);
  return parts
    .map((part, index) => (index % 2 === 1 ? part : part.replace(nameOrNumber, "`$&`")))
    .join("");
}

const nameOrNumber = /(?<![A-Za-z0-9])@[\w][\w/-]*(?:\.[\w/-]+)*|#\d+/g;
const closing =
  /\b((?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)(?::\s{0,9}|\s{1,9})(?:issues?\s{1,9})?)(?:([\w./-]{0,200})#(?=\d)|(?=https?:|GH-\d))/gi;

/** Some forges look for "Fixes #1" in the raw text, code included. */
export function brokenClosing(text: string): string {
  return text.replace(closing, (_, words: string, place: string | undefined) =>
    place === undefined ? `${words}<` : `${words}${place}# `,
  );
}

/** "[skip ci]" and its like. */
function withAutomation(text: string): string {
  return text
    .replace(/\[((?:skip|no)[ -]?(?:ci|actions|checks)|(?:ci|actions)[ -]?skip)\]/gi, "($1)")
    .replace(/\bskip-checks:/gi, "skip-checks");
}
