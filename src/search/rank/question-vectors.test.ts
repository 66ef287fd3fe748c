import { expect, onTestFinished, test } from "vitest";
import { startFakeServer } from "../../../test/fake-embedder.ts";
import { createProvider } from "../../models/vectors/providers/create-embedding-provider.ts";
import type { SearchQuery } from "../hit.ts";
import { createQuestionVectors } from "./question-vectors.ts";

test("a question is embedded once, together with what steers it", async () => {
  const { server, vectorOf } = await withQuestions();
  const hints = [
    { text: "install", weight: 0.5 },
    { text: "  ", weight: 1 },
    { text: "nothing", weight: 0 },
  ];
  const alone = await vectorOf(ask("revoke a key"));
  const steered = await vectorOf(ask("revoke a key", hints));
  expect(server.received.map(({ body }) => body.input)).toEqual([["revoke a key"], ["install"]]);
  expect(await vectorOf(ask("revoke a key", hints))).toEqual(steered);
  expect(await vectorOf(ask("revoke a key"))).toEqual(alone);
  expect(steered).not.toEqual(alone);
  expect(server.received).toHaveLength(2);
});

test("the question asked longest ago is forgotten", async () => {
  const { server, vectorOf } = await withQuestions();
  await vectorOf(ask("first"));
  await vectorOf(ask("second"));
  for (let n = 0; n < 254; n += 1) await vectorOf(ask(`question ${n}`));
  await vectorOf(ask("first"));
  await vectorOf(ask("one more"));
  const before = server.received.length;
  await vectorOf(ask("first"));
  expect(server.received).toHaveLength(before);
  await vectorOf(ask("second"));
  expect(server.received).toHaveLength(before + 1);
});

test("a blank question is not sent", async () => {
  const { server, vectorOf } = await withQuestions();
  expect(await vectorOf(ask(" \n"))).toBeUndefined();
  expect(server.received).toEqual([]);
});

test("an embedder that is too slow is not waited for", async () => {
  const { server, vectorOf, failures } = await withQuestions();
  server.fault = () => "silent";
  expect(await vectorOf(ask("slow"))).toBeUndefined();
  expect(failures).toEqual(["no vector within 2000 ms"]);
});

test("after three failures in a row it is left alone for half a minute, then tried once", async () => {
  const { server, vectorOf, failures, time } = await withQuestions();
  await vectorOf(ask("known"));
  server.fault = () => ({ status: 500 });
  for (let n = 0; n < 10; n += 1) expect(await vectorOf(ask(`q ${n}`))).toBeUndefined();
  expect(failures).toHaveLength(3);
  expect(await vectorOf(ask("known"))).toBeDefined();
  time.now += 29_000;
  await vectorOf(ask("still resting"));
  expect(failures).toHaveLength(3);
  time.now += 2_000;
  await Promise.all([1, 2, 3].map((n) => vectorOf(ask(`try ${n}`))));
  expect(failures).toHaveLength(4);
  time.now += 31_000;
  server.fault = () => undefined;
  expect(await vectorOf(ask("back"))).toBeDefined();
  server.fault = () => ({ status: 500 });
  await vectorOf(ask("one failure"));
  expect(failures).toHaveLength(5);
  server.fault = () => undefined;
  expect(await vectorOf(ask("not resting"))).toBeDefined();
});

test("no failure tells the key or the question", async () => {
  const { server, vectorOf, failures } = await withQuestions();
  const { key } = server.settings("openai");
  server.fault = () => ({ status: 400, body: `{"error":"bad key ${key}"}` });
  await vectorOf(ask("a private question"));
  await server.close();
  await vectorOf(ask("a private question"));
  expect(failures).toHaveLength(2);
  expect(failures.join()).not.toMatch(/secret-key|private/);
});

function ask(text: string, hints: SearchQuery["hints"] = []): SearchQuery {
  return { text, hints, liftPaths: [], filter: {}, limit: 5 };
}

async function withQuestions() {
  const server = await startFakeServer();
  onTestFinished(server.close);
  const failures: string[] = [];
  const time = { now: 0 };
  const vectorOf = createQuestionVectors({
    provider: createProvider(server.settings("openai")),
    onFailure: (reason) => failures.push(reason),
    now: () => time.now,
    limitMs: 2_000,
  });
  return { server, vectorOf, failures, time };
}
