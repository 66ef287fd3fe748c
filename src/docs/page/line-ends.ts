/** JavaScript ends lines here too, where Markdown, git and editors do not: `.` and `[^\n]` would not mean the same. */
const otherEnds = /[\r\u2028\u2029\uFEFF]/g;

/** Blanks stand for the line ends that Markdown has not, and for those of Windows: places stay the same. */
export function blankedEnds(text: string): string {
  return text.replace(otherEnds, " ");
}

/** The same lines, with Unix line ends. */
export function unixLines(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replace(/[\r\u2028\u2029]/g, " ");
}
