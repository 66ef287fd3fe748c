import type { Citation } from "../contract/answer-events.ts";
import { type AssistantRequest, askedSettings, assistantRequest } from "../contract/assistant.ts";
import { type AsideStory, askAside } from "../gate/ask-aside.ts";
import { type Actor, requireOperator } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { charactersOf } from "../models/calls/estimate-tokens.ts";
import type { RevisionOfRef } from "../search/revision-of-ref.ts";
import { findRecordedAnswer } from "../store/answers/answers.ts";
import { historyOfAnswer } from "../store/answers/history.ts";
import type { Database } from "../store/database.ts";
import { findProject, type Project } from "../store/docs/projects.ts";
import { projectOfRevision } from "../store/docs/revisions.ts";
import type { Row } from "../store/tables.ts";
import { type AnswerDifference, compareAnswers } from "./compare-answers.ts";

export type ReplayDeps = {
  db: Database;
  /** How much of a conversation is remembered. */
  historyTokens: number;
  /** Answers a question and returns the record, without writing into a thread. */
  story: AsideStory;
  revisionOfRef: RevisionOfRef;
};

type Given = { state: string; text: string; model: string; citations: Citation[] };

export type Replay = {
  question: string;
  /** What the new answer was given from; `current` where the recorded revision is gone. */
  from: "recorded" | "current" | "ref";
  recorded: Given;
  replayed: Given;
  difference: AnswerDifference;
};

/** Asks a recorded question again, as it was asked, and says what the answer would be now. Nothing the reader sees is touched. */
export async function replayAnswer(
  deps: ReplayDeps,
  actor: Actor,
  input: { answerId: string; ref: string | undefined; signal: AbortSignal },
): Promise<Replay> {
  requireOperator(actor);
  const { answerId, ref, signal } = input;
  const recorded = await findRecordedAnswer(deps.db, answerId);
  const project = recorded && (await findProject(deps.db, recorded.projectId));
  if (!recorded || !project) throw new AppError("not_found", `There is no answer ${answerId}.`);
  const docs = await chooseRevision(deps, { recorded, project, ref, signal });
  const { question } = recorded;
  const history = await historyOfAnswer(deps.db, recorded, charactersOf(deps.historyTokens));
  const asked = { project, question, revisionId: docs.revisionId, history };
  const request = requestOf(recorded);
  const replayed = await askAside(deps.story, { ...asked, request }, signal);
  return {
    question: recorded.question,
    from: docs.from,
    recorded: given({ ...recorded, outcome: recorded.answerOutcome }),
    replayed: given(replayed),
    difference: compareAnswers(recorded, replayed),
  };
}

type Chosen = { from: Replay["from"]; revisionId: string | null };
type Choice = {
  recorded: Row<"answers">;
  project: Project;
  ref: string | undefined;
  signal: AbortSignal;
};

async function chooseRevision(deps: ReplayDeps, choice: Choice): Promise<Chosen> {
  const { recorded, project, ref, signal } = choice;
  if (ref !== undefined) {
    const { revisionId } = await deps.revisionOfRef({ project, ref }, signal);
    return { from: "ref", revisionId };
  }
  const { revisionId } = recorded;
  const isThere =
    revisionId !== null && (await projectOfRevision(deps.db, revisionId)) === project.id;
  if (isThere) return { from: "recorded", revisionId };
  return { from: "current", revisionId: project.currentRevisionId };
}

/** Answers of older releases have no settings on record: they are asked again with the usual ones. */
function requestOf({ question, fp, request }: Row<"answers">): AssistantRequest {
  const recorded = askedSettings.safeParse(request === "" ? {} : JSON.parse(request));
  return assistantRequest.parse({
    messages: [{ role: "user", parts: [{ type: "text", text: question }] }],
    fp,
    ...(recorded.success ? recorded.data : {}),
  });
}

/** Answered or not is said more exactly by the outcome, where there is one. */
function given({
  state,
  outcome,
  text,
  model,
  citations,
}: Given & { outcome?: string | undefined }): Given {
  return { state: outcome || state, text, model, citations };
}
