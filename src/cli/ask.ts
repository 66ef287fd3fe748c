import { ask as askAssistant } from "../assistant/ask.ts";
import type { AnswerEvent } from "../contract/answer-events.ts";
import { assistantRequest } from "../contract/assistant.ts";
import { AppError } from "../lib/app-error.ts";
import { requireProject } from "../projects/require-project.ts";
import type { Command } from "./command.ts";
import { withStore } from "./with-store.ts";

export const ask: Command = {
  name: "ask",
  words: { usage: '"QUESTION"', count: 1 },
  summary: "Ask a question from the terminal and see the answer with its sources.",
  flags: {
    domain: { type: "string", value: "NAME", help: "Project whose docs answer.", required: true },
    thread: { type: "string", value: "ID", help: "Go on with an earlier conversation." },
  },
  examples: ['docent ask --domain docent "How do I revoke a key?"'],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const { flags, services, words, print, remark } = invocation;
      const project = await requireProject(db, flags.required("domain"));
      const assistant = services.createAssistant(db);
      try {
        const request = assistantRequest.parse({
          messages: [{ role: "user", parts: [{ type: "text", text: words[0] }] }],
          fp: "command-line",
          threadId: flags.text("thread") ?? null,
        });
        const signal = new AbortController().signal;
        const asked = await askAssistant(
          assistant.ask,
          { kind: "operator" },
          { projectId: project.id, request, signal },
        );
        for await (const { event } of asked.events) show(event, print);
        remark(`Thread ${asked.threadId}: go on with --thread.`);
        return 0;
      } finally {
        await assistant.close();
      }
    }),
};

function show(event: AnswerEvent, print: (line: string) => void): void {
  if (event.type === "text-delta") process.stdout.write(event.delta);
  if (event.type === "text-end") print("\n");
  if (event.type === "error") throw new AppError("unavailable", event.errorText);
  if (event.type !== "data-citations") return;
  print("Sources:");
  for (const { n, path, heading, startLine, endLine, url } of event.data) {
    const lines = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
    print(`  [${n}] ${path}:${lines}${heading ? `  ${heading}` : ""}\n      ${url}`);
  }
}
