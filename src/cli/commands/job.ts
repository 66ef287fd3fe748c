import { readFile } from "node:fs/promises";
import { createJob } from "../../agent/jobs/create-job.ts";
import { sendMessage } from "../../agent/jobs/send-message.ts";
import { type CreateJobRequest, createJobRequest } from "../../contract/jobs.ts";
import { modelNames } from "../../contract/models.ts";
import { readQuestions } from "../../gate/questions/read-questions.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { requireProject } from "../../projects/open-project.ts";
import type { LoggedJobEvent } from "../../store/jobs/job-events.ts";
import { findProof } from "../../store/jobs/proofs.ts";
import { isServerRunning, lockDataFolder } from "../../store/server-lock.ts";
import {
  choiceFlag,
  type Flags,
  type Invocation,
  requiredFlag,
  type StoreInvocation,
  switchFlag,
  textFlag,
} from "../command.ts";
import type { Jobs } from "../services.ts";
import { storeCommand } from "../store-command.ts";

export const job = storeCommand({
  name: "job",
  words: { usage: '"INSTRUCTION"', count: 1 },
  flags: {
    domain: requiredFlag("NAME", "Project to edit."),
    branch: textFlag(
      "NAME",
      "Branch to work on, made when it does not exist (default: a new docent/… branch).",
    ),
    draft: switchFlag("Open the change as a draft."),
    model: choiceFlag(modelNames, "Which model works (default sonnet)."),
    questions: textFlag(
      "FILE",
      "Questions that the docs have to answer with the change, 20 at most, as .docent/questions.yml has them.",
    ),
    session: textFlag(
      "ID",
      "Send this to a job that was started before: it goes on upon its branch and updates its change.",
    ),
  },
  examples: [
    'docent job --domain docent "Replace “API token” with “API key” everywhere"',
    'docent job --domain docent --branch docs/links --draft "Fix broken links"',
    'docent job --domain docent --questions asked.yml "Say how many topics an account can have"',
    'docent job --domain docent --session job_3kq1v8 "Mention the nightly backup too"',
  ],
  async work(invocation) {
    const { db, flags, words, result, remark } = invocation;
    const questions = await questionsOf(flags.text("questions"));
    const request = requestOf(words[0] ?? "", flags, questions);
    const project = await requireProject(db, flags.required("domain"));
    const sessionId = flags.text("session");
    return withWorker(invocation, async (jobs) => {
      const { signal } = new AbortController();
      const input = { projectId: project.id, request, idempotencyKey: undefined, signal };
      const created =
        sessionId === undefined
          ? await createJob(jobs.create, operator, input)
          : await sendMessage(jobs.create, operator, { ...input, sessionId });
      remark(`Session ${created.job.id} on branch ${created.job.branch}`);
      const { id, branch } = created.job;
      const ended = await showAll(created.events, invocation);
      const proof = await findProof(db, id);
      const isCompleted = ended.state === "completed";
      const sentence = isCompleted ? (proof?.sentence ?? "") : "";
      result({ id, branch, ...ended, proof: sentence }, sentence);
      return isCompleted ? 0 : 1;
    });
  },
});

/** Only the questions: the change is measured by whether it answers them. */
async function questionsOf(file: string | undefined): Promise<string[] | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, "utf8").catch((cause) => {
    throw new AppError("invalid_request", "The file of --questions cannot be read.", { cause });
  });
  const { questions, faults } = readQuestions(text);
  const [fault] = faults;
  if (fault)
    throw new AppError(
      "invalid_request",
      `Line ${fault.line} of the file of --questions is wrong: ${fault.message}`,
    );
  const refused = questions.find(({ unanswered }) => unanswered);
  if (refused)
    throw new AppError(
      "invalid_request",
      `Line ${refused.line} of the file of --questions must not be answered: leave it to "docent gate".`,
    );
  if (questions.length === 0) throw new AppError("invalid_request", wrong.questions);
  return questions.map(({ question }) => question);
}

function requestOf(
  instruction: string,
  flags: Flags,
  questions: string[] | undefined,
): CreateJobRequest {
  const isElse =
    flags.text("branch") ?? flags.text("model") ?? questions ?? (flags.has("draft") || undefined);
  if (flags.text("session") !== undefined && isElse !== undefined)
    throw new AppError(
      "invalid_request",
      "--session goes on with a job as it was started: leave out --branch, --draft, --model and --questions.",
    );
  const request = createJobRequest.safeParse({
    messages: [{ role: "user", content: instruction }],
    branch: flags.text("branch"),
    asDraft: flags.has("draft"),
    model: flags.text("model"),
    questions,
  });
  if (request.success) return request.data;
  const [field] = request.error.issues.map(({ path }) => path[0]);
  throw new AppError("invalid_request", wrong[String(field)] ?? wrong.messages);
}

const wrong: Record<string, string> & Record<"messages" | "questions", string> = {
  messages: "The instruction or the branch name is empty or too long.",
  model: "--model takes sonnet or opus.",
  questions:
    "The file of --questions holds 1 to 20 questions of at most 1,000 characters: take those that matter most.",
};

const stepGraceMs = 10_000;

/** A running server does the work. Without one it is done here, under the server's own lock, so that only one of them can. */
async function withWorker(
  { db, services, remark }: StoreInvocation,
  work: (jobs: Jobs) => Promise<number>,
): Promise<number> {
  const jobs = services.createJobs(db);
  const { path } = services.openData();
  if (isServerRunning(path)) return work(jobs);
  remark("No server is running on this data folder, so the job runs here.");
  const lock = lockDataFolder(path);
  try {
    await jobs.startWorker();
    return await work(jobs);
  } finally {
    await jobs.worker.drain(stepGraceMs);
    lock.release();
  }
}

type Ended = { state: string; message: string; pullRequestLink: string };

/** Shows a job to its end, with words only where no JSON is wanted. */
async function showAll(
  events: AsyncGenerator<LoggedJobEvent>,
  { flags, print: printLine, remark }: Invocation,
): Promise<Ended> {
  const print = flags.has("json") ? remark : printLine;
  let ended: Ended = { state: "", message: "", pullRequestLink: "" };
  let said = "";
  for await (const { event } of events) {
    if (event.type === "text-delta") {
      said = event.delta;
      print(said);
    }
    if (event.type === "tool-input-available") remark(`  ${event.toolName} ${brief(event.input)}`);
    if (event.type === "tool-output-error") remark(`  failed: ${event.errorText}`);
    if (event.type === "data-session" && !event.data.haulted && event.data.messageToUser !== "")
      remark(event.data.messageToUser);
    if (event.type !== "data-session" || !event.data.haulted) continue;
    const { messageToUser, pullRequestLink, haultReason } = event.data;
    ended = { state: haultReason, message: messageToUser, pullRequestLink };
    for (const line of [messageToUser, pullRequestLink])
      if (line !== "" && line !== said) print(line);
  }
  return ended;
}

const longestBrief = 80;

/** What a call is about, on one line: its short texts. */
function brief(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const texts = Object.values(input).filter((value) => typeof value === "string");
  const line = texts.join(" ").replace(/\s+/g, " ");
  return line.length > longestBrief ? `${line.slice(0, longestBrief)}…` : line;
}
