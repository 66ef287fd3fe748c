import type { AssistantRequest } from "../../contract/assistant.ts";
import { type Actor, isOwner, permit, permitRef } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { SpanPlace } from "../../lib/telemetry/span.ts";
import type { Wake } from "../../lib/wake.ts";
import type { FairSearch } from "../../search/fair-search.ts";
import { refOfFilter, requireRefText } from "../../search/ref-of-filter.ts";
import type { RevisionOfRef } from "../../search/revision-of-ref.ts";
import type { LoggedEvent } from "../../store/answers/answers.ts";
import type { Database } from "../../store/database.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";
import type { AnswerRunner } from "../answer/answer-runner.ts";
import { tailAnswer } from "../log/tail-answer.ts";
import { openTurn, type RefAsked, type Turn } from "./open-turn.ts";
import type { QuestionPace } from "./question-pace.ts";
import { type QuestionLimits, requireFitting } from "./read-question.ts";

export type AskDeps = {
  db: Database;
  clock: Clock;
  wake: Wake;
  runner: AnswerRunner;
  pace: QuestionPace;
  /** How much of a conversation is remembered. */
  historyTokens: number;
  limits: QuestionLimits;
  search: Pick<FairSearch, "requireRoom">;
  revisionOfRef: RevisionOfRef;
  /** Throws when the key or the project has used up what it may; before anything is stored. */
  checkCeiling(
    project: Project,
    asker: { keyId: string; isOwner: boolean; network: string },
  ): Promise<void>;
};

type Asked = Pick<Turn, "answerId" | "threadId" | "messageId"> & {
  events: AsyncGenerator<LoggedEvent>;
};

type AskInput = {
  projectId: string;
  request: AssistantRequest;
  /** Where it is asked from; "" on the machine itself. */
  network: string;
  /** In the trace of the request that asks. */
  place?: SpanPlace | undefined;
  signal: AbortSignal;
};

/** Commits the question, starts the answer and hands back its log. The answer goes on when the reader leaves. */
export async function ask(deps: AskDeps, actor: Actor, input: AskInput): Promise<Asked> {
  permit(actor, "assistant", input.projectId);
  const { ref: named, filter } = refOfFilter(input.request.filter);
  if (named !== undefined) permitRef(actor);
  requireFitting(input.request, deps.limits);
  await deps.pace.take(input.network);
  const project = await findProject(deps.db, input.projectId);
  if (!project) throw new AppError("not_found", "This project does not exist any more.");
  const keyId = "keyId" in actor ? actor.keyId : "";
  const { network, place } = input;
  const request = { ...input.request, filter };
  // A member is one wherever they ask from, and many of them may be behind one address.
  const from = actor.kind === "member" ? actor.memberId : network;
  await deps.checkCeiling(project, { keyId, isOwner: isOwner(actor), network: from });
  const { id, currentRevisionId } = project;
  const asker = { projectId: id, keyId, currentRevisionId };
  deps.search.requireRoom({ network, key: keyId });
  const slot = deps.runner.takeSlot({ ...asker, network, fp: request.fp });
  const asked = await askedDocs(deps, { project, named, signal: input.signal })
    .then(async (docs) => ({ docs, turn: await openTurn(deps, { ...asker, ...docs }, request) }))
    .catch((error) => {
      slot.release();
      throw error;
    });
  const { turn, docs } = asked;
  deps.runner.start({ project: { ...project, ...docs }, turn, request, network, place }, slot);
  const { answerId, threadId, messageId } = turn;
  const events = tailAnswer(deps, answerId, 0, input.signal);
  return { answerId, threadId, messageId, events };
}

type Named = { project: Project; named: unknown; signal: AbortSignal };

/** The docs of the branch or commit that is named; nothing where those are meant that readers see. */
async function askedDocs(
  { revisionOfRef }: AskDeps,
  { project, named, signal }: Named,
): Promise<RefAsked | undefined> {
  if (named === undefined) return undefined;
  const ref = requireRefText(named);
  const { revisionId } = await revisionOfRef({ project, ref }, signal);
  return { ref, currentRevisionId: revisionId };
}
