const mostLength = 300;

/** What the host itself said when it refused, on one line; "" when it said nothing. `told` is what git wrote. */
export function hostWords(told: string): string {
  const marked = told.includes(hungUp) ? unmarked : /^remote:/;
  const lines = told.split("\n").flatMap((line) => wordsIn(line, marked) ?? []);
  const words = lines.join(" ").replace(/\s+/g, " ").trim() || rejection(told);
  return words.length > mostLength ? `${words.slice(0, mostLength)}…` : words;
}

/** The same as the end of a sentence's paragraph: "" when it said nothing. */
export function quotedHost(told: string): string {
  const words = hostWords(told);
  return words === "" ? "" : ` The host said: "${words}"`;
}

// What git tells of its work, and frames that hosts draw around their messages.
const progress =
  /^(?:Enumerating|Counting|Compressing|Resolving|Total|Processed|Finding|Getting)\b/;
const frame = /^[=*#\s-]*$/;
// Over ssh a host's words come with whatever mark it likes, or none: what git and ssh say of themselves is known.
const hungUp = "Could not read from remote repository";
const unmarked =
  /^(?!fatal:|hint:|ssh:|debug|Warning:|\*\*|Please make sure|and the repository exists|error: failed to push|\s*!|To )/;

function wordsIn(line: string, marked: RegExp): string | undefined {
  if (!marked.test(line)) return undefined;
  const words = line.replace(/^(?:remote|error):/, "").trim();
  return frame.test(words) || progress.test(words) ? undefined : words;
}

/** "hook declined", from a line such as " ! [remote rejected] 12ab -> docs/x (hook declined)". */
function rejection(told: string): string {
  const line = told.split("\n").find((one) => one.includes("[remote rejected]"));
  const at = line?.lastIndexOf("(") ?? -1;
  return line === undefined || at < 0 ? "" : line.slice(at + 1).replace(/\)\s*$/, "");
}
