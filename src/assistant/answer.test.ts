import { expect, test } from "vitest";
import { type AnswerEvent, answerEvent } from "../contract/answer-events.ts";
import { assistantRequest } from "../contract/assistant.ts";
import { type Script, scriptedModel } from "../models/scripted.ts";
import type { FoundPassage, SearchQuery } from "../search/hit.ts";
import type { Search } from "../search/search.ts";
import type { AnswerRecord } from "../store/answers.ts";
import { answer } from "./answer.ts";
import type { Turn } from "./open-turn.ts";

const project = {
  id: "prj_1",
  domain: "acme",
  name: "Acme",
  visibility: "public",
  baseUrl: "",
  currentRevisionId: "rev_1",
  createdAt: "",
} as const;

test("an answer is one step with one text, its sources and its citations", async () => {
  const { events, record } = await run({ pieces: ["Make a key with acme", " [1]."] });
  expect(events.map((event) => event.type)).toEqual([
    "start-step",
    "text-start",
    "text-delta",
    "text-delta",
    "source-url",
    "text-delta",
    "text-end",
    "data-citations",
    "finish-step",
  ]);
  for (const event of events) expect(answerEvent.safeParse(event).error).toBeUndefined();
  expect(record).toMatchObject({
    state: "answered",
    text: "Make a key with acme [1].",
    model: "scripted",
    error: "",
    passages: [{ id: "pas_1", path: "keys.md", startLine: 3, endLine: 4, score: 2 }],
    citations: [{ n: 1, url: "http://docent.test/docs/acme/keys#create", revision: "rev_1" }],
  });
});

test("an answer without a citation counts as unanswered", async () => {
  const { events, record } = await run({ pieces: ["I do not know [7]."] });
  expect(record).toMatchObject({ state: "unanswered", citations: [], text: "I do not know." });
  expect(events.some((event) => event.type === "data-citations")).toBe(false);
});

test("without docs there is nothing to search and nothing to cite", async () => {
  const { record, queries } = await run({ pieces: ["Sorry [1]."] }, { revisionId: null });
  expect(queries).toEqual([]);
  expect(record).toMatchObject({ state: "unanswered", text: "Sorry.", passages: [] });
});

test("what the model says cannot hold a NUL", async () => {
  const { record } = await run({ pieces: ["Make\0 a key [1]", "\0"] });
  expect(record.text).toBe("Make a key [1]");
});

test("a model that fails ends the answer with its fault", async () => {
  await expect(run({ pieces: ["Half"], fault: new Error("overloaded") })).rejects.toThrow(
    "overloaded",
  );
});

test("a follow-up is searched with the question before it, a selection with its text", async () => {
  const history = [
    { role: "user", text: "How do I create a key?" },
    { role: "assistant", text: "Run acme." },
  ] as const;
  const { queries } = await run(
    { pieces: ["x"] },
    { history: [...history], question: "And how do I revoke it?" },
    {
      context: [{ type: "code", value: "acme()", path: "keys.md" }],
      currentPath: "/install",
      retrievalPageSize: 99,
      filter: { audience: "all" },
    },
  );
  expect(queries).toMatchObject([
    {
      text: "And how do I revoke it?",
      hints: [{ text: "How do I create a key?" }, { text: "acme()" }],
      liftPaths: ["keys.md", "/install"],
      filter: { audience: "all" },
      limit: 50,
    },
  ]);
});

const found: FoundPassage = {
  passage: {
    id: "pas_1",
    path: "keys.md",
    title: "Keys",
    description: "",
    headings: ["Create"],
    anchor: "create",
    startLine: 3,
    endLine: 4,
    content: "## Create\nMake a key with acme.",
    text: "Create\nMake a key with acme.",
    metadata: {},
    address: "",
    baseUrl: "",
    section: [],
  },
  relevance: 1,
  score: 2,
  coverage: 1,
  agreement: 1,
  similarity: 1,
};

async function run(script: Script, turn: Partial<Turn> = {}, body: Record<string, unknown> = {}) {
  const queries: SearchQuery[] = [];
  const search: Search = {
    async search(_revisionId, query) {
      queries.push(query);
      return { hits: [found], weights: { key: 1 }, unknown: [], strangeness: 0, fluency: 1 };
    },
    sizes: () => ({ bytes: 0, indexes: [] }),
    close: async () => undefined,
  };
  const model = { id: "scripted", model: scriptedModel(script) };
  const ids = { answerId: "ans_1", messageId: "msg_1", threadId: "thr_1", revisionId: "rev_1" };
  const story = answer(
    { search, model, publicUrl: "http://docent.test" },
    {
      project,
      turn: { ...ids, question: "How do I make a key?", history: [], ...turn },
      request: assistantRequest.parse({ messages: [{ role: "user" }], ...body }),
    },
    new AbortController().signal,
  );
  const { events, record } = await play(story);
  return { events, record, queries };
}

async function play(story: AsyncGenerator<AnswerEvent, AnswerRecord>) {
  const events: AnswerEvent[] = [];
  for (;;) {
    const step = await story.next();
    if (step.done) return { events, record: step.value };
    events.push(step.value);
  }
}
