/**
 * The body of a commit, plain text of others, without lines that git or a forge would read as trailers: they name
 * authors, signatures and sessions. What makes git stop reading a message early is indented, because the paragraph before
 * it would then be the last.
 */
export function defuseTrailers(text: string): string {
  const lines = text.split("\n").map(withoutName);
  const last = lines.findLastIndex((line) => /^\s*$/.test(line));
  return lines
    .map((line, index) => (isCut(line) || (index > last && isTrailer(line)) ? `  ${line}` : line))
    .join("\n");
}

/** "Signed-off-by:" and every other name of several words, wherever it stands: some forges look at all lines. */
function withoutName(line: string): string {
  return line.replace(/^(\s*[A-Za-z\d]+(?:-[A-Za-z\d]+)+)\s*:\s*/, "$1 ");
}

function isCut(line: string): boolean {
  return /^---(?:\s|$)|^\S -+ >8 -/.test(line);
}

function isTrailer(line: string): boolean {
  return /^(?:[A-Za-z\d-]+\s*:|\(cherry picked from commit )/.test(line);
}
