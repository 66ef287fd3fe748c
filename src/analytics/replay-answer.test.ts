import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createTestNode,
  embedder,
  question,
  readEvents,
  storeKinds,
  type TestNode,
  testModels,
} from "../../test/harness.ts";
import { member } from "../../test/owner.ts";
import { countEveryTable } from "../../test/store-rows.ts";
import { answer } from "../assistant/answer/answer.ts";
import { createGroupTurns } from "../assistant/answer/group-turns.ts";
import { createLinkPolicies } from "../assistant/sanitise/link-policy.ts";
import { systemClock } from "../lib/clock.ts";
import { createLog } from "../lib/log.ts";
import { createEngine } from "../search/engine.ts";
import { fairSearch } from "../search/fair-search.ts";
import { type ReplayDeps, replayAnswer } from "./replay-answer.ts";

const operator = { kind: "operator" } as const;
const { signal } = new AbortController();

function storyOf({ db }: TestNode): ReplayDeps["story"] {
  const publicUrl = "http://docent.test";
  const limits = { searches: 100, searchesPerNetwork: 100 };
  const deps = {
    db,
    clock: systemClock,
    log: createLog({ level: "silent", format: "json" }),
    search: fairSearch(createEngine({ db, embedder, memoryBytes: 64 * 1_048_576 }), limits),
    models: testModels(),
    linksOf: createLinkPolicies({ db, publicUrl, allowedHosts: [] }),
    agreement: embedder.agreement,
    publicUrl,
    turns: createGroupTurns(),
    recordUsage: async () => undefined,
  };
  return (input, stop) => answer(deps, input, stop);
}

function depsOf(node: TestNode, seen: unknown[] = []): ReplayDeps {
  const story = storyOf(node);
  return {
    db: node.db,
    historyTokens: 8_000,
    story(input, stop) {
      seen.push(input);
      return story(input, stop);
    },
    revisionOfRef: () => Promise.reject(new Error("no branch was asked for")),
  };
}

async function askedOf(node: TestNode, text: string, more: Record<string, unknown> = {}) {
  const events = await readEvents(await node.ask(question(text, more)));
  const row = await node.db
    .selectFrom("answers")
    .select(["id", "threadId"])
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(events.at(-1)?.type).toBe("finish");
  return { answerId: row.id, threadId: row.threadId };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("on its own revision an answer comes out the same, after the docs have changed", async () => {
    const node = await createTestNode({ store: kind });
    const { answerId } = await askedOf(node, "How do I revoke a key?");
    const changed = "# Keys\n\n## Revoke a key\n\nPress the red button to revoke a key.\n";
    writeFileSync(join(node.docs, "keys.md"), changed);
    await node.sync();
    const before = await countEveryTable(node.db);
    const input = { answerId, ref: undefined, signal };
    const same = await replayAnswer(depsOf(node), operator, input);
    expect(same).toMatchObject({ from: "recorded", question: "How do I revoke a key?" });
    expect(same.recorded.text).toContain("acme keys revoke");
    expect(same.replayed).toEqual(same.recorded);
    expect(same.difference).toEqual({ sentences: [], citations: [] });
    expect(await countEveryTable(node.db)).toEqual(before);
  });

  test("where its revision is gone, the current docs answer and the difference is shown", async () => {
    const node = await createTestNode({ store: kind });
    const { answerId } = await askedOf(node, "How do I revoke a key?");
    await node.db.updateTable("answers").set({ revisionId: "rev_gone" }).execute();
    const changed = "# Keys\n\n## Revoke a key\n\nPress the red button to revoke a key.\n";
    writeFileSync(join(node.docs, "keys.md"), changed);
    await node.sync();
    const input = { answerId, ref: undefined, signal };
    const { from, recorded, replayed, difference } = await replayAnswer(
      depsOf(node),
      operator,
      input,
    );
    expect(from).toBe("current");
    expect(recorded.text).toContain("acme keys revoke");
    expect(replayed.text).toContain("red button");
    expect(JSON.stringify(difference.sentences)).toContain("red button");
    expect(difference.citations).toContainEqual({
      before: expect.objectContaining({ quote: expect.stringContaining("acme keys revoke") }),
      after: expect.objectContaining({ quote: expect.stringContaining("red button") }),
    });
  });

  test("the question is asked with its history and its settings, in no thread of the reader's", async () => {
    const node = await createTestNode({ store: kind });
    const first = await askedOf(node, "How do I create a key?");
    const { answerId, threadId } = await askedOf(node, "And revoke it?", {
      threadId: first.threadId,
    });
    await askedOf(node, "What does Acme need?", { threadId });
    const request = JSON.stringify({ retrievalPageSize: 9, filter: { audience: "operators" } });
    await node.db.updateTable("answers").set({ request }).where("id", "=", answerId).execute();
    const seen: unknown[] = [];
    await replayAnswer(depsOf(node, seen), operator, { answerId, ref: undefined, signal });
    expect(seen).toEqual([
      expect.objectContaining({
        turn: expect.objectContaining({
          question: "And revoke it?",
          history: [
            { role: "user", text: "How do I create a key?" },
            { role: "assistant", text: expect.stringContaining("acme keys create") },
          ],
        }),
        request: expect.objectContaining({
          retrievalPageSize: 9,
          filter: { audience: "operators" },
          context: [],
        }),
      }),
    ]);
    expect(JSON.stringify(seen)).not.toContain(threadId);
  });

  test("an answer that was replaced is asked again with what stood before it", async () => {
    const node = await createTestNode({ store: kind });
    const { answerId, threadId } = await askedOf(node, "How do I revoke a key?");
    await askedOf(node, "How do I revoke a key?", { threadId, trigger: "regenerate-message" });
    const seen: { turn: { history: unknown[] } }[] = [];
    await replayAnswer(depsOf(node, seen), operator, { answerId, ref: undefined, signal });
    expect(seen[0]?.turn.history).toEqual([]);
  });
});

test("a branch that is named is what it is answered from", async () => {
  const node = await createTestNode();
  const { answerId } = await askedOf(node, "How do I revoke a key?");
  const seen: { turn: { revisionId: string } }[] = [];
  const deps: ReplayDeps = {
    ...depsOf(node, seen),
    revisionOfRef: async ({ ref }) => ({ revisionId: `rev_${ref}`, commit: "" }),
  };
  const input = { answerId, ref: "next", signal };
  await expect(replayAnswer(deps, operator, input)).rejects.toThrow("rev_next");
  expect(seen[0]?.turn.revisionId).toBe("rev_next");
});

test("an unknown answer and anybody but the operator are refused", async () => {
  const node = await createTestNode();
  const input = { answerId: "ans_none", ref: undefined, signal };
  await expect(replayAnswer(depsOf(node), operator, input)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(replayAnswer(depsOf(node), member("owner"), input)).rejects.toMatchObject({
    code: "forbidden",
  });
});
