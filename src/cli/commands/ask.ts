import { ask as askAssistant } from "../../assistant/ask/ask.ts";
import type { AnswerEvent, Citation } from "../../contract/answer-events.ts";
import { type AssistantRequest, assistantRequest } from "../../contract/assistant.ts";
import { modelProviders } from "../../contract/models.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { requireProject } from "../../projects/open-project.ts";
import type { Database } from "../../store/database.ts";
import { listProjects, type Project } from "../../store/docs/projects.ts";
import { choiceFlag, type Flags, type Invocation, switchFlag, textFlag } from "../command.ts";
import { storeCommand } from "../store-command.ts";
import { lineRange } from "../terminal-text.ts";

export const ask = storeCommand({
  name: "ask",
  inServer: true,
  words: { usage: '"QUESTION"', count: 1 },
  flags: {
    domain: textFlag("NAME", "Project whose docs answer (default: the only one)."),
    thread: textFlag("ID", "Go on with an earlier conversation."),
    ref: textFlag("REF", "Ask this branch or commit in place of the docs that readers see."),
    model: choiceFlag(
      modelProviders,
      "Whose model answers, in this process (default: the running server's, or that of the settings).",
    ),
    verbose: switchFlag("Say on standard error who answers."),
  },
  settings: { model: "DOCENT_MODEL_PROVIDER" },
  examples: [
    'docent ask "How do I revoke a key?"',
    'docent ask --domain docent "How do I revoke a key?"',
    'docent ask --domain docent --thread thr_3kq1v8c0o2b7x9d4n6m5a1s0 "And how do I list them?"',
    'docent ask --domain docent --ref docs/keys "How do I revoke a key?"',
    'docent ask --domain docent --model embedded --verbose "How do I revoke a key?"',
  ],
  async work(invocation) {
    const { db, flags, services, words, remark, result, signal } = invocation;
    const request = requestOf(words[0] ?? "", flags);
    const project = await projectOf(db, flags.text("domain"));
    const place = services.isInServer ? "The running server" : "This process";
    if (flags.has("verbose")) remark(`${place} answers: ${services.model.description}.`);
    const assistant = services.createAssistant(db);
    try {
      const input = { projectId: project.id, request, network: "", signal };
      const asked = await askAssistant(assistant.ask, operator, input);
      const answer: Answer = { threadId: asked.threadId, text: "", citations: [] };
      for await (const { event } of asked.events) {
        note(event, answer);
        if (!flags.has("json")) show(event, invocation);
      }
      result(answer, "");
      remark(`Thread ${asked.threadId}: go on with --thread.`);
    } finally {
      await assistant.close();
    }
  },
});

async function projectOf(db: Database, domain: string | undefined): Promise<Project> {
  if (domain !== undefined) return requireProject(db, domain);
  const projects = await listProjects(db);
  const [only] = projects;
  if (only !== undefined && projects.length === 1) return only;
  const names = projects.map((project) => project.domain).join(", ");
  throw new AppError(
    "invalid_request",
    only === undefined
      ? 'There is no project yet: "docent projects add" makes one.'
      : `Which project is asked? Name it with --domain: ${names}.`,
  );
}

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

type Answer = { threadId: string; text: string; citations: Citation[] };

/** Keeps what the answer consists of. */
function note(event: AnswerEvent, answer: Answer): void {
  if (event.type === "error") throw new AppError("unavailable", event.errorText);
  if (event.type === "text-delta") answer.text += event.delta;
  if (event.type === "data-citations")
    answer.citations = event.data.filter(({ supported }) => supported);
}

function show(event: AnswerEvent, { print, write }: Invocation): void {
  if (event.type === "text-delta") write(event.delta);
  if (event.type === "text-end") print("\n");
  if (event.type !== "data-citations") return;
  const supported = event.data.filter((citation) => citation.supported);
  if (supported.length > 0) print("Sources:");
  for (const { n, path, heading, startLine, endLine, url } of supported) {
    const lines = lineRange(startLine, endLine);
    print(`  [${n}] ${path}:${lines}${heading ? `  ${heading}` : ""}\n      ${url}`);
  }
}
