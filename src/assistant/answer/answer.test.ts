import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { AISDKError } from "ai";
import { expect, test } from "vitest";
import { embedder, openTestStore } from "../../../test/harness.ts";
import { type Script, scriptedModel } from "../../../test/scripted-model.ts";
import { type AnswerEvent, answerEvent } from "../../contract/answer-events.ts";
import { assistantRequest } from "../../contract/assistant.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { type FaultKind, ModelFault } from "../../models/calls/model-fault.ts";
import { composeAnswer } from "../../models/embedded/answer/compose-answer.ts";
import { chooseModel } from "../../models/providers/create-models.ts";
import { fairSearch } from "../../search/fair-search.ts";
import type { FoundPassage, SearchQuery } from "../../search/hit.ts";
import type { Search } from "../../search/search.ts";
import type { AnswerRecord } from "../../store/answers/answers.ts";
import type { Turn } from "../ask/open-turn.ts";
import { AnswerStop } from "../log/answer-stop.ts";
import { answer } from "./answer.ts";
import { createGroupTurns } from "./group-turns.ts";
import type { UsedTokens } from "./write.ts";

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
  const types = events.map((event) => event.type);
  expect(types.filter((type) => type !== "text-delta")).toEqual([
    "start-step",
    "data-status",
    "data-status",
    "text-start",
    "source-url",
    "text-end",
    "data-outcome",
    "data-citations",
    "finish-step",
  ]);
  for (const event of events) expect(answerEvent.safeParse(event).error).toBeUndefined();
  expect(record).toMatchObject({
    state: "answered",
    outcome: "answered",
    text: "Make a key with acme [1].",
    model: "scripted",
    error: "",
    passages: [{ id: "pas_1", path: "keys.md", startLine: 3, endLine: 4, score: 2 }],
    citations: [
      { n: 1, url: "http://docent.test/docs/acme/keys#create", revision: "rev_1", supported: true },
    ],
    timings: { retrievedMs: expect.any(Number), totalMs: expect.any(Number) },
  });
});

test("a message that asks nothing gets a friendly line, no quotation, and is not counted as unanswered", async () => {
  const { events, record } = await run({ pieces: ["Never said."] }, { question: "Hi there!" });
  expect(record).toMatchObject({ state: "answered", outcome: "answered", citations: [] });
  expect(record.text).toMatch(/^Hello! /);
  expect(events.some((event) => event.type === "source-url")).toBe(false);
});

test("an answer that no passage supports says so and counts as unanswered", async () => {
  const { events, record } = await run({ pieces: ["The moon is made of cheese [1] [7]."] });
  expect(record).toMatchObject({ state: "unanswered", outcome: "reserve" });
  expect(events).toContainEqual({
    type: "data-outcome",
    id: "outcome",
    data: { outcome: "reserve" },
  });
  expect(record.text).toMatch(/^The moon is made of cheese\.\s+No passage of the docs confirms/);
  expect(record.citations).toMatchObject([{ n: 1, supported: false }]);
  expect(events.some((event) => event.type === "source-url")).toBe(false);
});

test("too little evidence is said before the first word, without asking the model", async () => {
  const { record, asked } = await run({ pieces: ["Sorry [1]."] }, { revisionId: null });
  expect(record).toMatchObject({ state: "unanswered", outcome: "declined", passages: [] });
  expect(record.model).toBe("docent-embedded-1");
  expect(record.text).not.toBe("");
  expect(asked()).toBe(0);
});

test("what the model says cannot hold a NUL", async () => {
  const { record } = await run({ pieces: ["Make\0 a key with acme [1]", "\0"] });
  expect(record.text).toBe("Make a key with acme [1]");
});

const fault = (beforeFirstToken: boolean, kind: FaultKind = "overloaded") =>
  new ModelFault(kind, "529", { beforeFirstToken });

test("a model out of reach is replaced by the docs' own words, and the reader is told", async () => {
  const { record } = await run({ pieces: [], fault: fault(true) });
  expect(record).toMatchObject({ state: "answered", model: "docent-embedded-1", error: "" });
  expect(record.text).toMatch(/^The language model cannot be reached.*\n\n.*acme/s);
  expect(record.citations).toHaveLength(1);
});

test("a model that says nothing is replaced too", async () => {
  const { record } = await run({ pieces: [" \n"] });
  expect(record.model).toBe("docent-embedded-1");
});

test("a model that breaks off keeps what it said, and the answer is cut", async () => {
  const { record, events } = await run({ pieces: ["Make a key"], fault: fault(false, "cut") });
  expect(record).toMatchObject({ state: "cut", text: "Make a key", model: "scripted" });
  expect(record.error).toContain("broke off");
  expect(record.outcome).toBeUndefined();
  expect(events.some((event) => event.type === "data-outcome")).toBe(false);
  expect(events.at(-1)).toEqual({ type: "finish-step" });
});

test("a refusal is said plainly and recorded as one", async () => {
  const { record } = await run({ pieces: [], fault: fault(true, "refused") });
  expect(record).toMatchObject({ state: "refused", outcome: "declined", error: "" });
  expect(record.text).toBe("The language model declined to answer this question.");
});

test("a fault of our own ends the answer with it", async () => {
  await expect(run({ pieces: ["Half"], fault: new Error("a bug") })).rejects.toThrow("a bug");
});

test("an answer the reader stops is cut with what was said", async () => {
  const stop = new AbortController();
  const ended = run({ pieces: ["Make a key", " with acme [1]."], pauseMs: 50 }, {}, {}, { stop });
  setTimeout(() => stop.abort(new AnswerStop("stopped by the reader")), 20);
  const { record } = await ended;
  expect(record).toMatchObject({ state: "cut", error: "stopped by the reader" });
  expect("Make a key with acme [1].").toContain(record.text);
});

test("links to anything but the docs are text", async () => {
  const said =
    "Make a key with acme [1]. [See](https://evil.example/?q=1) ![x](https://evil.example/p)";
  const { record } = await run({ pieces: [...said] });
  expect(record.text).not.toContain("evil.example");
});

test("what a model used is written down", async () => {
  const { used } = await run({ pieces: ["Make a key with acme [1]."] });
  expect(used).toMatchObject([
    { projectId: "prj_1", keyId: "key_1", answerId: "ans_1", model: "scripted" },
  ]);
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
  expect(queries.slice(0, 1)).toMatchObject([
    {
      text: "And how do I revoke it?",
      hints: [{ text: "How do I create a key?" }, { text: "acme()" }],
      liftPaths: ["keys.md", "/install"],
      filter: { audience: "all" },
      limit: 50,
    },
  ]);
});

const finish: LanguageModelV4StreamPart = {
  type: "finish",
  finishReason: { unified: "stop", raw: undefined },
  usage: {
    inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 2, text: 2, reasoning: 0 },
  },
};

function text(delta: string): LanguageModelV4StreamPart[] {
  return [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta },
    { type: "text-end", id: "1" },
  ];
}

test("text begins with its first word, and every round is counted", async () => {
  const { record, used } = await run(saying([...text("\n  Make\0 a key with acme [1]."), finish]));
  expect(record.text).toBe("Make a key with acme [1].");
  expect(used.map(({ usage }) => usage)).toMatchObject([{ inputTokens: 5, outputTokens: 2 }]);
});

test("a reply that the SDK cannot read is the model's fault, told without its words", async () => {
  const error = new AISDKError({ name: "AI_BadPart", message: "the reader's own words" });
  const { record, logged } = await run(saying([{ type: "error", error }]));
  expect(record.model).toBe("docent-embedded-1");
  expect(logged()).toMatch(/"fault":"bad_reply".*AI_BadPart/);
  expect(logged()).not.toContain("words");
});

test("what a server's own tools bring is not shown", async () => {
  const about = { toolCallId: "srv_1", toolName: "web_search", providerExecuted: true } as const;
  const { events } = await run(
    saying([
      { type: "tool-call", ...about, input: '{"query":"evil"}' },
      { type: "tool-result", ...about, result: { text: "from elsewhere" } },
      ...text("Make a key with acme [1]."),
      finish,
    ]),
  );
  expect(events.filter(({ type }) => type.startsWith("tool"))).toEqual([]);
});

test("an answer's times are taken: found, begun, ended", async () => {
  const times = [0, 5, 10, 15].map((ms) => new Date(ms));
  const clock = { now: () => times.shift() ?? new Date(20) };
  const { record } = await run({ pieces: ["Make a key", " with acme [1]."] }, {}, {}, { clock });
  expect(record.timings).toEqual({ retrievedMs: 5, firstTokenMs: 10, totalMs: 15 });
});

test("an answer without a word has no first one", async () => {
  const stop = new AbortController();
  stop.abort(new AnswerStop("stopped by the reader"));
  const { record } = await run({ pieces: ["Make a key"] }, {}, {}, { stop });
  expect(record).toMatchObject({ state: "cut", text: "", timings: { firstTokenMs: 0 } });
});

test("the embedded model writes for one reader of a network at a time; other networks and other models do not wait", async () => {
  const turns = createGroupTurns();
  const stop = new AbortController();
  const endTurn = await turns.take("192.0.2.1", stop.signal);
  const silent = { pieces: [] };
  let isWritten = false;
  const waiting = run(silent, {}, {}, { turns }).then(({ record }) => {
    isWritten = true;
    return record;
  });
  const other = await run(silent, {}, {}, { turns, network: "192.0.2.2" });
  expect(other.record).toMatchObject({ state: "answered", model: "docent-embedded-1" });
  const remote = await run({ pieces: ["Run `acme keys create` [1]."] }, {}, {}, { turns });
  expect(remote.record.model).toBe("scripted");
  expect(isWritten).toBe(false);
  endTurn();
  expect(await waiting).toMatchObject({ state: "answered", model: "docent-embedded-1" });
  (await turns.take("192.0.2.1", stop.signal))();
});

test("an answer that is stopped while it waits to be composed is cut, and the next reader of the network has the turn", async () => {
  const turns = createGroupTurns();
  const stop = new AbortController();
  const compose = () => {
    stop.abort(new AnswerStop("stopped by the reader"));
    return new Promise<string>(() => undefined);
  };
  const never = run({ pieces: [] }, {}, {}, { turns, stop, compose });
  expect((await never).record).toMatchObject({ state: "cut", error: "stopped by the reader" });
  const next = await run({ pieces: [] }, {}, {}, { turns });
  expect(next.record).toMatchObject({ state: "answered", model: "docent-embedded-1" });
});

const found: FoundPassage = {
  passage: {
    id: "pas_1",
    path: "keys.md",
    title: "Keys",
    description: "",
    headings: ["Create"],
    anchor: "create",
    laterHeadings: [],
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
  focus: 1,
  naming: 1,
};

async function run(
  script: Script | LanguageModelV4,
  turn: Partial<Turn> = {},
  body: Record<string, unknown> = {},
  {
    stop = new AbortController(),
    clock = systemClock,
    turns = createGroupTurns(),
    network = "192.0.2.1",
    compose = (async (input) => composeAnswer(input, embedder.agreement)) as Search["compose"],
  } = {},
) {
  const lines: string[] = [];
  const queries: SearchQuery[] = [];
  const used: UsedTokens[] = [];
  let asked = 0;
  const search: Search = {
    async search(_revisionId, query) {
      queries.push(query);
      return {
        hits: [found],
        weights: { key: 1 },
        passages: 100,
        contest: { margin: 1, spread: 0.5, rival: 0 },
        unknown: [],
        unknownNames: [],
        strangeness: 0,
        fluency: 1,
      };
    },
    compose,
    sizes: () => ({ bytes: 0, indexes: [] }),
    close: async () => undefined,
  };
  const scripted = "doStream" in script ? script : scriptedModel(script);
  const embedded = chooseModel();
  const answers = () => {
    asked += 1;
    const { quotes: _, ...other } = embedded;
    return { ...other, id: "scripted", provider: "anthropic", model: scripted } as const;
  };
  const ids = { answerId: "ans_1", messageId: "msg_1", threadId: "thr_1", revisionId: "rev_1" };
  const story = answer(
    {
      db: await openTestStore("sqlite"),
      clock,
      log: createLog({ level: "warn", format: "json" }, { write: (line) => void lines.push(line) }),
      search: fairSearch(search, { searches: 100, searchesPerNetwork: 100 }),
      models: { answers, embedded },
      linksOf: async () => () => undefined,
      agreement: embedder.agreement,
      publicUrl: "http://docent.test",
      turns,
      recordUsage: async (row) => void used.push(row),
    },
    {
      project,
      turn: { ...ids, keyId: "key_1", question: "How do I make a key?", history: [], ...turn },
      request: assistantRequest.parse({ messages: [{ role: "user" }], ...body }),
      network,
    },
    stop.signal,
  );
  const { events, record } = await play(story);
  return { events, record, queries, used, asked: () => asked, logged: () => lines.join("") };
}

/** A model that streams these parts, whatever it is asked. */
function saying(parts: LanguageModelV4StreamPart[]): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "test",
    modelId: "test",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("replies are streamed")),
    doStream: async () => ({
      stream: ReadableStream.from([{ type: "stream-start" as const, warnings: [] }, ...parts]),
    }),
  };
}

async function play(story: AsyncGenerator<AnswerEvent, AnswerRecord>) {
  const events: AnswerEvent[] = [];
  for (;;) {
    const step = await story.next();
    if (step.done) return { events, record: step.value };
    events.push(step.value);
  }
}
