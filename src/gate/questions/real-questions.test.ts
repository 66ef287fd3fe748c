import { expect, test } from "vitest";
import { createTestNode, embedder, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { makeUpAnswer } from "../../../test/made-up-answers.ts";
import { systemClock } from "../../lib/clock.ts";
import { readQuestions } from "./read-questions.ts";
import { realQuestions } from "./real-questions.ts";
import { writeQuestions } from "./write-questions.ts";

async function asked(
  store: StoreKind,
  questions: { question: string; path?: string; keyId?: string; threadId?: string }[],
) {
  const { db, project } = await createTestNode({ store });
  const at = new Date().toISOString();
  for (const { question, path, ...more } of questions) {
    const cited = {
      n: 1,
      title: "",
      heading: "",
      url: "",
      startLine: 1,
      endLine: 1,
      quote: "",
      revision: "",
    };
    const citations = path === undefined ? [] : [{ ...cited, path, supported: true }];
    const record = { outcome: path ? ("answered" as const) : ("declined" as const), citations };
    await makeUpAnswer(db, { projectId: project.id, at, question, record, ...more });
  }
  const deps = { db, clock: systemClock, embed: embedder.embedQuery };
  return realQuestions(deps, { projectId: project.id, most: 10, days: 30 });
}

test.each(storeKinds)(
  "on %s each question comes once, the most asked first, with the pages that sure answers cite",
  async (store) => {
    const found = await asked(store, [
      { question: "How do I revoke a key?", path: "keys.md" },
      { question: "how do i revoke a key", path: "keys.md" },
      { question: "Revoke a key, how?", path: "other.md" },
      { question: "What does the moon weigh?" },
      { question: "I am Anna Smith, can you delete my backups?" },
      { question: "A member asks this", keyId: "" },
    ]);
    expect(found).toEqual([
      { question: "How do I revoke a key?", asked: 3, pages: ["keys.md"] },
      { question: "I am [name], can you delete my backups?", asked: 1, pages: [] },
      { question: "What does the moon weigh?", asked: 1, pages: [] },
    ]);
    const { questions, faults } = readQuestions(writeQuestions(found));
    expect(faults).toEqual([]);
    expect(questions.map(({ question, pages }) => ({ question, pages }))).toEqual(
      found.map(({ question, pages }) => ({ question, pages })),
    );
  },
);
