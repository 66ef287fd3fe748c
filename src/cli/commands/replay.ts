import { type Replay, replayAnswer } from "../../analytics/replay-answer.ts";
import type { Citation } from "../../contract/answer-events.ts";
import { operator } from "../../lib/actor.ts";
import { type Invocation, textFlag } from "../command.ts";
import { storeCommand } from "../store-command.ts";
import { lineRange } from "../terminal-text.ts";

export const replay = storeCommand({
  name: "replay",
  inServer: true,
  words: { usage: "ANSWER_ID", count: 1 },
  flags: {
    ref: textFlag(
      "REF",
      "Answer from this branch or commit of the project's git source (default: from the docs of then).",
    ),
  },
  examples: [
    "docent replay ans_3kq1v8c0o2b7x9d4n6m5a1s0",
    "docent replay --ref docs/backups ans_3kq1v8c0o2b7x9d4n6m5a1s0",
  ],
  async work(invocation) {
    const { db, flags, services, words, signal } = invocation;
    const assistant = services.createAssistant(db);
    try {
      const { story, ask, revisionOfRef } = assistant;
      const input = { answerId: words[0] ?? "", ref: flags.text("ref"), signal };
      const { historyTokens } = ask;
      const deps = { db, story, historyTokens, revisionOfRef };
      const replayed = await replayAnswer(deps, operator, input);
      invocation.result(replayed, "");
      if (!flags.has("json")) show(replayed, invocation);
    } finally {
      await assistant.close();
    }
  },
});

function show({ question, from, recorded, replayed, difference }: Replay, to: Invocation): void {
  const { print, remark } = to;
  if (from === "current")
    remark("The docs it was answered from are not kept any more: the current ones answer instead.");
  if (recorded.model !== replayed.model)
    remark(`It was answered by ${recorded.model || "no model"}, and now by ${replayed.model}.`);
  print(`Question: ${question}\n`);
  showAnswer("Then", recorded, print);
  showAnswer("Now", replayed, print);
  print("Changes:");
  const lines = [
    ...difference.sentences.flatMap((change) => changeLines(change, (text) => text)),
    ...difference.citations.flatMap((change) =>
      changeLines(change, ({ path, quote }) => `${path}: "${quote}"`),
    ),
  ];
  print(lines.length === 0 ? "  none" : lines.join("\n"));
}

function showAnswer(
  title: string,
  answer: Replay["recorded"],
  print: (line: string) => void,
): void {
  print(`${title} (${answer.state}):\n${answer.text}\n`);
  if (answer.citations.length === 0) return;
  print(`Sources:\n${answer.citations.map(sourceLine).join("\n")}\n`);
}

function sourceLine({ n, path, startLine, endLine, url }: Citation): string {
  return `  [${n}] ${path}:${lineRange(startLine, endLine)}  ${url}`;
}

function changeLines<Item>(
  { before, after }: { before?: Item; after?: Item },
  text: (item: Item) => string,
): string[] {
  const isChanged = before !== undefined && after !== undefined;
  const oneLine = (item: Item) => text(item).replace(/\s+/g, " ");
  return [
    ...(before === undefined ? [] : [`  ${isChanged ? "~ -" : "-"} ${oneLine(before)}`]),
    ...(after === undefined ? [] : [`  ${isChanged ? "~ +" : "+"} ${oneLine(after)}`]),
  ];
}
