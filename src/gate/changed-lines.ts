import type { Citation } from "../contract/answer-events.ts";
import { hasSameWords, meaningWords } from "./same-words.ts";
import { type Statement, statementsOf } from "./statements.ts";

export type ChangedLine = {
  /** What the answer rests on. */
  before: string;
  /** What stands there now; "" where nothing does. */
  after: string;
};

/** Shared words, of all, from which on one sentence is what became of another. */
const akin = 0.3;
const mostCompared = 400;

/** The statements of a page that an answer rests on and that say something else on the other side, or are gone. */
export function changedLines(
  cited: Pick<Citation, "startLine" | "endLine">,
  answer: string,
  pages: { before: string; after: string },
): ChangedLine[] {
  if (pages.before === pages.after) return [];
  const old = statementsOf(pages.before);
  const fresh = statementsOf(pages.after);
  const kept = new Set(fresh.map(keyOf));
  const gone = saidIn(answer, within(old, cited)).filter((one) => !kept.has(keyOf(one)));
  if (gone.length === 0) return [];
  const known = new Set(old.map(keyOf));
  const added = fresh.filter((one) => !known.has(keyOf(one))).slice(0, mostCompared);
  return gone.flatMap((one) => changeOf(one, added) ?? []);
}

function within(
  statements: Statement[],
  { startLine, endLine }: Pick<Citation, "startLine" | "endLine">,
) {
  return statements.filter((one) => one.startLine <= endLine && one.endLine >= startLine);
}

/** A cited line may hold more than what the answer says: where it quotes, only that counts. */
function saidIn(answer: string, statements: Statement[]): Statement[] {
  const said = ` ${meaningWords(answer.replace(/\[\d{1,4}\]/g, ""))
    .filter(isWord)
    .join(" ")} `;
  const quoted = statements.filter(({ text }) =>
    said.includes(` ${meaningWords(text).filter(isWord).join(" ")} `),
  );
  return quoted.length > 0 ? quoted : statements;
}

function isWord(word: string): boolean {
  return word !== ".";
}

function keyOf({ text, isCode }: Statement): string {
  return isCode ? text.replace(/\s+/g, " ") : meaningWords(text).join(" ");
}

function changeOf(gone: Statement, added: Statement[]): ChangedLine | undefined {
  const words = meaningWords(gone.text);
  let best = { share: akin, text: "" };
  for (const { text, isCode } of added) {
    if (isCode !== gone.isCode) continue;
    const others = meaningWords(text);
    if (!isCode && hasSameWords(words, others)) return undefined;
    const share = sharedWords(words, others);
    if (share > best.share) best = { share, text };
  }
  return { before: gone.text, after: best.text };
}

function sharedWords(one: string[], other: string[]): number {
  const [first, second] = [new Set(one), new Set(other)];
  return first.intersection(second).size / Math.max(first.union(second).size, 1);
}
