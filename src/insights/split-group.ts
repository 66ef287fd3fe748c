import type { QuestionGroup } from "../contract/insights/groups.ts";
import { type Actor, nameOf, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { DatabaseTransaction } from "../store/database.ts";
import { reloadCentres } from "../store/insights/group-turns.ts";
import { findGroup, type GroupRow } from "../store/insights/groups.ts";
import { insertGroupEvent } from "../store/insights/move-group.ts";
import {
  type ChosenQuestion,
  hasOtherTexts,
  moveTexts,
  openGroup,
  questionsInGroup,
  writeLikeness,
} from "../store/insights/part-group-rows.ts";
import { figuresOfGroups, writeDescription } from "../store/insights/stale-groups.ts";
import { meanOf, nearnessOf } from "./grouping/describe-questions.ts";
import { mendCentres } from "./grouping/mend-centres.ts";
import { nameGroup } from "./grouping/name-group.ts";
import { describeGroup, type GroupAddress, type GroupDeps, requireGroup } from "./show-group.ts";

export type SplitInput = GroupAddress & {
  /** Answers whose questions go. */
  questions: string[];
  /** The group that takes them; "" for a new one. */
  into: string;
};

/**
 * Questions that ask for something else leave their group, for a new one or for another: all with the same texts do, and
 * what is asked later goes to whichever it is nearer to.
 */
export async function splitGroup(
  deps: GroupDeps,
  actor: Actor,
  input: SplitInput,
): Promise<QuestionGroup> {
  permit(actor, "admin", input.projectId);
  const { projectId } = input;
  await requireGroup(deps.db, input);
  if (input.into !== "") await requireGroup(deps.db, { projectId, groupId: input.into });
  const split = { ...input, by: nameOf(actor), at: deps.clock.now().toISOString() };
  const groupId = await deps.db.transaction().execute((trx) => splitRows(trx, split));
  return describeGroup(deps, await requireGroup(deps.db, { projectId, groupId }));
}

type Split = SplitInput & { by: string; at: string };

async function splitRows(trx: DatabaseTransaction, split: Split): Promise<string> {
  const { projectId, at, by } = split;
  // Whoever groups questions meanwhile has to begin anew.
  await reloadCentres(trx, projectId);
  const from = await requireGroup(trx, split);
  const chosen = await chosenOf(trx, from, split);
  const into = await targetOf(trx, from, { ...split, chosen });
  const textKeys = [...new Set(chosen.map(({ textKey }) => textKey))];
  const parted = { projectId, from: from.id, into: into.id, textKeys, at };
  const { centreId, count } = await moveTexts(trx, parted);
  await mendCentres(trx, projectId, [from.id, into.id]);
  await writeLikeness(trx, centreId, likenessOf(chosen));
  await describeBoth(trx, { from, into, chosen });
  const questions = count === 1 ? "1 question" : `${count} questions`;
  const away = { kind: "split", by, text: `${questions} to “${into.name}”` } as const;
  await insertGroupEvent(trx, from.id, away, at);
  const here = { kind: "joined", by, text: `${questions} of “${from.name}”` } as const;
  await insertGroupEvent(trx, into.id, here, at);
  return into.id;
}

async function chosenOf(
  trx: DatabaseTransaction,
  from: GroupRow,
  { questions, into }: Split,
): Promise<ChosenQuestion[]> {
  const wanted = [...new Set(questions)];
  const chosen = await questionsInGroup(trx, from.id, wanted);
  if (chosen.length < wanted.length)
    throw new AppError(
      "conflict",
      "Some of these questions are not in this group: load it anew and choose again.",
    );
  const textKeys = chosen.map(({ textKey }) => textKey);
  if (await hasOtherTexts(trx, from.id, textKeys)) return chosen;
  throw new AppError(
    "conflict",
    into === ""
      ? "These are all questions of the group: leave at least one where it is."
      : "These are all questions of the group: merge it into the other one instead.",
  );
}

async function targetOf(
  trx: DatabaseTransaction,
  from: GroupRow,
  { projectId, into, at, chosen }: Split & { chosen: ChosenQuestion[] },
): Promise<Pick<GroupRow, "id" | "name" | "exampleIds">> {
  if (into !== "") {
    const group = await findGroup(trx, projectId, into);
    if (group && group.id !== from.id) return group;
    throw new AppError("conflict", "They are in this group already: choose another one.");
  }
  const name = nameOfQuestions(chosen);
  const [firstAskedAt = at] = chosen.map((one) => one.askedAt).toSorted();
  return { id: await openGroup(trx, { projectId, name, firstAskedAt, at }), name, exampleIds: [] };
}

/** Until the grouping finds a better one, which knows the words of all questions. */
function nameOfQuestions(chosen: ChosenQuestion[]): string {
  const all = { questions: 0, counts: new Map<string, number>(), importance: () => 1 };
  return nameGroup(
    chosen.map(({ text }) => text),
    all,
  ).name;
}

/** To what they have in common. */
function likenessOf(chosen: ChosenQuestion[]): { textKey: string; likeness: number }[] {
  const mean = meanOf(chosen.map(({ vector }) => vector));
  return chosen.map(({ textKey, vector }) => ({
    textKey,
    likeness: Math.max(0, Math.min(1, nearnessOf(vector, mean))),
  }));
}

const mostExamples = 5;

type Both = {
  from: GroupRow;
  into: Pick<GroupRow, "id" | "exampleIds">;
  chosen: ChosenQuestion[];
};

/** Figures and examples are right at once; names and pages are worked out anew. */
async function describeBoth(trx: DatabaseTransaction, { from, into, chosen }: Both): Promise<void> {
  const figures = await figuresOfGroups(trx, [from.id, into.id]);
  const moved = chosen.map(({ answerId }) => answerId);
  const left = (await questionsInGroup(trx, from.id, from.exampleIds)).map((one) => one.answerId);
  const taken = [...into.exampleIds, ...moved].slice(0, mostExamples);
  for (const [id, exampleIds] of [
    [from.id, left],
    [into.id, taken],
  ] as const)
    await writeDescription(trx, id, { ...figures.get(id), exampleIds, isStale: true });
}
