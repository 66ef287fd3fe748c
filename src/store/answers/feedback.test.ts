import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestAnswer, addTestProject, minutesAfterNoon, noon } from "../../../test/store-rows.ts";
import { putFeedback } from "./feedback.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("feedback given again replaces what was said before", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const { answerId, threadId, messageId } = await addTestAnswer(db, projectId);
    const place = { projectId, threadId, messageId };
    expect(await putFeedback(db, { ...place, rating: "up", comment: "", at: noon })).toBe(true);
    const again = { rating: "down", comment: "'; drop 😀", at: minutesAfterNoon(1) } as const;
    expect(await putFeedback(db, { ...place, ...again })).toBe(true);
    expect(await db.selectFrom("feedback").selectAll().execute()).toEqual([
      {
        answerId: answerId,
        projectId: projectId,
        rating: "down",
        comment: again.comment,
        createdAt: again.at,
      },
    ]);
  });

  test("an answer of another project, another thread or nobody takes no feedback", async () => {
    const db = await openTestStore(kind);
    const [acme, other] = [await addTestProject(db), await addTestProject(db, "other")];
    const one = await addTestAnswer(db, acme);
    const two = await addTestAnswer(db, acme);
    const given = { projectId: acme, threadId: one.threadId, messageId: one.messageId };
    const said = { rating: "up", comment: "", at: noon } as const;
    for (const wrong of [
      { projectId: other },
      { threadId: two.threadId },
      { messageId: two.messageId },
      { messageId: "msg_none" },
    ])
      expect(await putFeedback(db, { ...given, ...said, ...wrong })).toBe(false);
    expect(await db.selectFrom("feedback").selectAll().execute()).toEqual([]);
  });
});
