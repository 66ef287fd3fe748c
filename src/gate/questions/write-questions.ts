import { writeYaml } from "../../docs/values/yaml-scalar.ts";
import { oneLine } from "../../text/markdown-writing.ts";
import type { RealQuestion } from "./real-questions.ts";

/** A file of questions to begin with, as people go on writing it. */
export function writeQuestions(questions: RealQuestion[]): string {
  const items = questions.flatMap(({ question, asked, pages }) => [
    `  # Asked ${asked === 1 ? "once" : `${asked} times`}.`,
    `  - question: ${text(question)}`,
    ...(pages.length === 0
      ? []
      : [`    pages: [${pages.map((page) => text(page, true)).join(", ")}]`]),
  ]);
  return [...head, "questions:", ...items, ""].join("\n");
}

const head = [
  "# Questions that a change to the docs is measured by: `docent gate`.",
  "#   pages: one of them has to be cited.  words: each has to stand in the answer.",
  "#   unanswered: true where the docs must not answer it.",
];

function text(value: string, isInFlow = false): string {
  return writeYaml(oneLine(value), { isInFlow });
}
