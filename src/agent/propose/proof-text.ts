import type { GateResult, SideAnswer } from "../../contract/gate.ts";
import type { JobProof } from "../../contract/insights/proof.ts";
import { cutText, fitting } from "../../text/bounded.ts";
import { blockQuote } from "../../text/markdown-writing.ts";
import {
  defuseCode,
  defuseInline,
  defuseMarkdown,
  ownHeadings,
} from "../../text/safe/defuse-markdown.ts";
import { visibleLine } from "../../text/safe/visible-text.ts";

const longest = { answer: 600, question: 300, path: 200, reason: 300 };
const longestFolded = 5_500;
const longestReaders = 2_000;

/** What a change does to questions, for its body: the outcome in a line, and the answers before and after folded in. */
export function proofText(proof: JobProof | undefined): string[] {
  if (!proof) return [];
  const { sentence, questions, readers, note } = proof;
  const parts = [
    ...(sentence === "" ? [] : [`**${defuseInline(sentence)}.**`]),
    ...folded(questions),
    ...(readers.sentence === "" ? [] : [`${readers.sentence}.${readersList(readers.changed)}`]),
    ...(note === "" ? [] : [defuseInline(note)]),
  ];
  return parts.length === 0 ? [] : [`## ${ownHeadings.questions}\n\n${parts.join("\n\n")}`];
}

function folded(questions: GateResult[]): string[] {
  if (questions.length === 0) return [];
  const told = questions.map(beforeAndAfter);
  const shown = fitting(told, longestFolded, (text) => text.length + 2);
  const left = told.length - shown.length;
  const more = left > 0 ? [`And ${left} more.`] : [];
  const inside = [...shown, ...more].join("\n\n");
  return [`<details>\n<summary>Before and after</summary>\n\n${inside}\n\n</details>`];
}

function beforeAndAfter({ question, before, after }: GateResult): string {
  const asked = defuseCode(cutText(visibleLine(question), longest.question));
  return `${asked}\n\n${sideText("Before", before)}\n\n${sideText("After", after)}`;
}

const words: Record<string, string> = {
  answered: "answered",
  reserve: "answered with reserve",
  declined: "not answered",
  failed: "could not be asked",
  "not-asked": "not asked, because the same passages are found on both sides",
};

function sideText(name: string, { outcome, text, citations }: SideAnswer): string {
  const [cited] = citations.filter(({ supported }) => supported);
  const place = cited && defuseCode(`${cited.path.slice(0, longest.path)}:${cited.startLine}`);
  const from = place === undefined ? "" : `, from ${place}`;
  const head = `${name}: ${words[outcome]}${from}`;
  if (text.trim() === "") return head;
  return `${head}\n\n${blockQuote(defuseMarkdown(cutText(text, longest.answer)))}`;
}

function readersList(changed: GateResult[]): string {
  const lines = changed.map(({ question, reasons }) => {
    const asked = defuseCode(cutText(visibleLine(question), longest.question));
    const why = reasons.map((reason) => defuseInline(cutText(reason, longest.reason)));
    return `\n- ${asked}: ${why.join(" ")}`;
  });
  const shown = fitting(lines, longestReaders, (line) => line.length);
  const left = lines.length - shown.length;
  const more = left > 0 ? [`\n- and ${left} more`] : [];
  return shown.length === 0 ? more.join("") : `\n${[...shown, ...more].join("")}`;
}
