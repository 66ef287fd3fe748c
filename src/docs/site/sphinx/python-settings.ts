const longestValue = 20_000;
const mostStrings = 500;
const mostAssignments = 50;

/** The strings written in what a Python file assigns or adds to a name, by text alone: nothing is run. */
export function pythonStrings(text: string, name: string): string[] {
  const begins = new RegExp(
    `^${name}[ \\t]*(?::[^=\\n]{0,100})?(?:\\+?=|\\.(?:append|extend)[ \\t]*\\()[ \\t]*`,
    "gm",
  );
  const found: string[] = [];
  for (const match of text.matchAll(begins).take(mostAssignments)) {
    if (found.length >= mostStrings) break;
    found.push(...stringsAt(text.slice(match.index + match[0].length, match.index + longestValue)));
  }
  return found.slice(0, mostStrings);
}

const token = /#[^\n]*|[rbuf]{0,2}("""|'''|"|')|[[({]|[\])}]|\n/gi;

/** The strings up to the end of the line on which all brackets are closed. */
function stringsAt(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let at = 0;
  for (const { 0: written, 1: quote, index } of text.matchAll(token)) {
    if (index < at) continue;
    if (quote !== undefined) {
      const start = index + written.length;
      const end = text.indexOf(quote, start);
      if (end === -1) break;
      found.push(text.slice(start, end).replace(/\\(.)/g, "$1"));
      at = end + quote.length;
    } else if (/^[[({]$/.test(written)) depth += 1;
    else if (/^[\])}]$/.test(written)) depth -= 1;
    else if (written === "\n" && depth <= 0) break;
  }
  return found;
}
