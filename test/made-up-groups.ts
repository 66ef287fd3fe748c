import { newId } from "../src/lib/ids.ts";
import type { Database } from "../src/store/database.ts";
import type { GroupRow } from "../src/store/insights/groups.ts";
import { makeUpAnswer } from "./made-up-answers.ts";

type Wish = Partial<GroupRow> & { projectId: string; questions?: string[]; at?: string };

/** A group with a centre and with questions that nobody answered, as the grouping leaves them. */
export async function makeUpGroup(db: Database, wish: Wish): Promise<string> {
  const { projectId, questions = ["How many topics may I have?"], ...more } = wish;
  const { at = "2030-01-01T12:00:00.000Z", ...row } = more;
  const id = wish.id ?? newId("grp");
  const answers = await Promise.all(
    questions.map((question) =>
      makeUpAnswer(db, { projectId, at, question, record: { state: "unanswered" } }),
    ),
  );
  const exampleIds = answers.slice(0, 5).map(({ answerId }) => answerId);
  const times = { createdAt: at, stateSince: at, firstAskedAt: at, lastAskedAt: at };
  const figures = { size: questions.length, unanswered: questions.length, thumbsDown: 0 };
  await db
    .insertInto("questionGroups")
    .values({
      ...{ id, projectId, name: "topics", groupWords: ["topics"], language: "en", state: "open" },
      ...{ note: "", mergedInto: "", isStale: false, nearestPage: null, pageRevisionId: "" },
      ...{ ...times, ...figures, exampleIds, ...row },
    })
    .execute();
  const centreId = newId("ctr");
  const centre = { id: centreId, projectId, groupId: id, size: questions.length, joinedAt: at };
  await db
    .insertInto("groupCentres")
    .values({ ...centre, vector: new Uint8Array() })
    .execute();
  for (const [place, { answerId }] of answers.entries())
    await db
      .insertInto("groupedQuestions")
      .values({
        ...{ answerId, projectId, groupId: id, centreId, isUnanswered: 1, isRatedDown: 0 },
        ...{
          vector: new Uint8Array(),
          likeness: 1 / (place + 1),
          textKey: answerId,
          askedAt: at,
          joinedAt: at,
        },
      })
      .execute();
  return id;
}
