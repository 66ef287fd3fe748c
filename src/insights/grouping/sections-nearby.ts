import type { Database } from "../../store/database.ts";
import { headingsOfPassages } from "../../store/docs/passages.ts";
import type { QueuedAnswer } from "../../store/insights/group-queue.ts";
import type { NearbySection } from "./question-vector.ts";

const mostSections = 10;

/** By answer, the sections of the docs that search found for its question, the best first. */
export async function sectionsNearby(
  db: Database,
  answers: Pick<QueuedAnswer, "answerId" | "passages">[],
): Promise<Map<string, NearbySection[]>> {
  const found = answers.map(({ answerId, passages }) => ({
    answerId,
    passages: passages.filter(({ score }) => score > 0).slice(0, mostSections),
  }));
  const ids = new Set(found.flatMap(({ passages }) => passages.map(({ id }) => id)));
  const headings = await headingsOfPassages(db, [...ids]);
  return new Map(
    found.map(({ answerId, passages }) => [
      answerId,
      passages.map(({ id, path, score }) => ({ path, score, headings: headings.get(id) ?? [] })),
    ]),
  );
}
