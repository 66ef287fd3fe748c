import { ask as askAssistant } from "../../assistant/ask/ask.ts";
import type { AnswerEvent } from "../../contract/answer-events.ts";
import { type AssistantRequest, assistantRequest } from "../../contract/assistant.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { requireProject } from "../../projects/open-project.ts";
import { type Flags, type Invocation, requiredFlag, textFlag } from "../command.ts";
import { storeCommand } from "../store-command.ts";
import { lineRange } from "../terminal-text.ts";

export const ask = storeCommand({
  name: "ask",
  words: { usage: '"QUESTION"', count: 1 },
  flags: {
    domain: requiredFlag("NAME", "Project whose docs answer."),
    thread: textFlag("ID", "Go on with an earlier conversation."),
    ref: textFlag("REF", "Ask this branch or commit in place of the docs that readers see."),
  },
  examples: [
    'docent ask --domain docent "How do I revoke a key?"',
    'docent ask --domain docent --thread thr_3kq1v8c0o2b7x9d4n6m5a1s0 "And how do I list them?"',
    'docent ask --domain docent --ref docs/keys "How do I revoke a key?"',
  ],
  async work(invocation) {
    const { db, flags, services, words, remark } = invocation;
    const request = requestOf(words[0] ?? "", flags);
    const project = await requireProject(db, flags.required("domain"));
    const assistant = services.createAssistant(db);
    try {
      const { signal } = new AbortController();
      const input = { projectId: project.id, request, network: "", signal };
      const asked = await askAssistant(assistant.ask, operator, input);
      for await (const { event } of asked.events) show(event, invocation);
      remark(`Thread ${asked.threadId}: go on with --thread.`);
    } finally {
      await assistant.close();
    }
  },
});

function requestOf(question: string, flags: Flags): AssistantRequest {
  const ref = flags.text("ref");
  const request = assistantRequest.safeParse({
    messages: [{ role: "user", parts: [{ type: "text", text: question }] }],
    fp: "command-line",
    threadId: flags.text("thread") || null,
    ...(ref !== undefined && { filter: { ref } }),
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
    const lines = lineRange(startLine, endLine);
    print(`  [${n}] ${path}:${lines}${heading ? `  ${heading}` : ""}\n      ${url}`);
  }
}
