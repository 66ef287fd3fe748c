import { ask as askAssistant } from "../../assistant/ask/ask.ts";
import type { AnswerEvent } from "../../contract/answer-events.ts";
import { type AssistantRequest, assistantRequest } from "../../contract/assistant.ts";
import { AppError } from "../../lib/app-error.ts";
import { requireProject } from "../../projects/require-project.ts";
import type { Command, Invocation } from "../command.ts";
import { withStore } from "../with-store.ts";

export const ask: Command = {
  name: "ask",
  words: { usage: '"QUESTION"', count: 1 },
  summary: "Ask a question from the terminal and see the answer with its sources.",
  flags: {
    domain: { type: "string", value: "NAME", help: "Project whose docs answer.", required: true },
    thread: { type: "string", value: "ID", help: "Go on with an earlier conversation." },
  },
  examples: [
    'docent ask --domain docent "How do I revoke a key?"',
    'docent ask --domain docent --thread thr_3kq1v8c0o2b7x9d4n6m5a1s0 "And how do I list them?"',
  ],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const { flags, services, words, remark } = invocation;
      const request = requestOf(words[0] ?? "", flags.text("thread"));
      const project = await requireProject(db, flags.required("domain"));
      const assistant = services.createAssistant(db);
      try {
        const signal = new AbortController().signal;
        const asked = await askAssistant(
          assistant.ask,
          { kind: "operator" },
          { projectId: project.id, request, signal },
        );
        for await (const { event } of asked.events) show(event, invocation);
        remark(`Thread ${asked.threadId}: go on with --thread.`);
        return 0;
      } finally {
        await assistant.close();
      }
    }),
};

function requestOf(question: string, threadId: string | undefined): AssistantRequest {
  const request = assistantRequest.safeParse({
    messages: [{ role: "user", parts: [{ type: "text", text: question }] }],
    fp: "command-line",
    threadId: threadId || null,
  });
  if (request.success) return request.data;
  throw new AppError(
    "not_found",
    "There is no such thread: --thread takes the id that ask showed.",
  );
}

function show(event: AnswerEvent, { print, write }: Invocation): void {
  if (event.type === "text-delta") write(event.delta);
  if (event.type === "text-end") print("\n");
  if (event.type === "error") throw new AppError("unavailable", event.errorText);
  if (event.type !== "data-citations") return;
  const supported = event.data.filter((citation) => citation.supported);
  if (supported.length > 0) print("Sources:");
  for (const { n, path, heading, startLine, endLine, url } of supported) {
    const lines = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
    print(`  [${n}] ${path}:${lines}${heading ? `  ${heading}` : ""}\n      ${url}`);
  }
}
