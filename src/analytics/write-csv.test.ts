import { expect, test } from "vitest";
import type { AskedQuestion } from "../contract/insights/analytics.ts";
import { writeCsv } from "./write-csv.ts";

const plain: AskedQuestion = {
  answerId: "ans_1",
  threadId: "thr_1",
  messageId: "msg_1",
  fp: "anonymous",
  audience: "readers",
  askedAt: "2030-01-01T12:00:00.000Z",
  finishedAt: null,
  question: "Why?",
  answer: "Because.",
  resolution: "answered",
  outcome: "answered",
  error: "",
  sources: [],
  feedback: null,
  model: "m",
  revision: null,
  timings: { retrievedMs: null, firstTokenMs: 12, totalMs: 40.5 },
  usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0.5 },
};

async function* stream(questions: Partial<AskedQuestion>[]): AsyncGenerator<AskedQuestion> {
  for (const question of questions) yield { ...plain, ...question };
}

async function written(...questions: Partial<AskedQuestion>[]): Promise<string> {
  let text = "";
  for await (const part of writeCsv(stream(questions))) text += part;
  return text;
}

test("the header comes first, then one record for each question", async () => {
  expect(await written({})).toBe(
    "askedAt,question,answer,resolution,rating,comment,sources,model,revision,retrievedMs,firstTokenMs,totalMs,inputTokens,outputTokens,cacheReadTokens,cacheWriteTokens,costUsd,error,fp,threadId,messageId,answerId,outcome,audience\r\n" +
      "2030-01-01T12:00:00.000Z,Why?,Because.,answered,,,,m,,,12,40.5,1,2,0,0,0.5,,anonymous,thr_1,msg_1,ans_1,answered,readers\r\n",
  );
  expect((await written()).split("\r\n")).toHaveLength(2);
});

test("quotes, commas and line ends are quoted, all other text is left alone", async () => {
  const text = await written({ question: 'a "b", c\r\nd', answer: "ä 😀; e" });
  expect(text).toContain(',"a ""b"", c\r\nd",ä 😀; e,answered,');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＠x"])(
  "%j does not become a formula",
  async (text) => {
    const guarded = `'${text.replace(/^\s/, "$&'")}`;
    const cell = /[\r\n]/.test(text) ? `"${guarded}"` : guarded;
    const feedback = { rating: "up", comment: text, givenAt: "" } as const;
    const csv = await written({ question: text, answer: text, fp: text, feedback });
    expect(csv.split("\r\n2030")[0]).not.toContain(text);
    expect(csv).toContain(`,${cell},${cell},answered,up,${cell},`);
    expect(csv).toContain(`,${cell},thr_1,`);
  },
);

test("a formula behind a comma inside a quoted cell stays text of that cell", async () => {
  expect(await written({ question: 'x",=1+1,"' })).toContain(',"x"",=1+1,""",');
});

test.each([
  ["a;=1+1", "a;'=1+1"],
  ["a; -1", "a; '-1"],
  ["a;@x;+1", "a;'@x;'+1"],
  ["a\t=1", "a\t'=1"],
  ["a\n=1\r\n- b", `"a\n'=1\r\n'- b"`],
  ['a;"=1"', `"a;""'=1"""`],
  [' "=1', `"' ""=1"`],
  ["a; b-c = d", "a; b-c = d"],
])("%j holds no formula where cells are parted at semicolons", async (text, cell) => {
  expect(await written({ question: text })).toContain(`Z,${cell},Because.`);
});

test("sources are named by page and lines, with what was found about them", async () => {
  const source = { n: 1, title: "", heading: "", url: "", quote: "", startLine: 1, endLine: 2 };
  const sources = [
    { ...source, path: "=a.md", supported: false },
    { ...source, path: "b.md", supported: true },
  ];
  expect(await written({ sources })).toContain(",'=a.md:1-2 (unsupported); b.md:1-2,");
});

test("records are made one at a time, as they are taken", async () => {
  let made = 0;
  const endless = (async function* () {
    for (;;) {
      made += 1;
      yield plain;
    }
  })();
  const parts = writeCsv(endless);
  for (let taken = 0; taken < 4; taken += 1) await parts.next();
  expect(made).toBe(3);
  await parts.return(undefined);
});
