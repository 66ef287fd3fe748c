import { generateText } from "ai";
import { expect, onTestFinished, test } from "vitest";
import { startFakeAnthropic } from "../../../test/fake-anthropic.ts";
import { startFakeOpenAi } from "../../../test/fake-openai.ts";
import type { ProjectModel } from "../../contract/models.ts";
import { defaultLimits } from "../calls/limits.ts";
import { knownPrices } from "../calls/prices.ts";
import { createModels, type ModelChoice } from "./create-models.ts";
import type { ModelSettings } from "./model-place.ts";

const bare: ModelSettings = {
  provider: "embedded",
  anthropic: { url: undefined, key: undefined },
  openai: { url: undefined, key: undefined },
  ids: {},
  answers: "sonnet",
  keys: new Map(),
  operatorUrls: { anthropic: undefined, openai: undefined },
  limits: { ...defaultLimits, retries: 0 },
  prices: knownPrices,
};
const claude = { ...bare, provider: "anthropic", anthropic: { url: undefined, key: "k" } } as const;
const models = (settings: Partial<ModelSettings>) => createModels({ ...bare, ...settings });
const say = ({ model }: ModelChoice) => generateText({ model, prompt: "Why?", maxRetries: 0 });

test("without settings the embedded model does everything, and the start says what to set", () => {
  const { answers, jobs, embedded, describe } = models({});
  expect(answers({})).toBe(embedded);
  expect(jobs({}, "opus")).toBe(embedded);
  expect(embedded).toMatchObject({ id: "docent-embedded-1", provider: "embedded" });
  expect(describe()).toBe(
    "embedded: quotes the docs, needs no key and no network; set ANTHROPIC_API_KEY or DOCENT_MODEL_URL for a model that writes",
  );
});

test("Anthropic has a current model for each name, with its price", () => {
  const { answers, jobs, describe } = models(claude);
  expect(answers({})).toMatchObject({ id: "claude-sonnet-5-5", provider: "anthropic" });
  expect(jobs({}, "opus")).toMatchObject({ id: "claude-opus-5-5", price: { input: 4 } });
  expect(describe()).toBe(
    "anthropic: claude-sonnet-5-5 (answers; jobs claude-sonnet-5-5 or claude-opus-5-5)",
  );
  const opus = models({ ...claude, answers: "opus", ids: { opus: "claude-opus-5" } });
  expect(opus.answers({}).id).toBe("claude-opus-5");
});

test("one model of an OpenAI-compatible server has both names", async () => {
  const server = await startFakeOpenAi([{ pieces: ["Run it."] }]);
  onTestFinished(server.close);
  const { answers, jobs, describe } = models({
    provider: "openai-compatible",
    openai: { url: server.url, key: undefined },
    ids: { opus: "llama3" },
  });
  expect((await say(answers({}))).text).toBe("Run it.");
  expect((await say(jobs({}, "opus"))).text).toBe("Run it.");
  expect(server.requests.map(({ body }) => body.model)).toEqual(["llama3", "llama3"]);
  expect(answers({}).price).toBeUndefined();
  expect(describe()).toBe(
    `openai-compatible: llama3 at ${new URL(server.url).host} (answers and jobs)`,
  );
});

test("a project has its own models over those of the deployment", () => {
  const { answers, jobs } = models(claude);
  const ids = (model: ProjectModel) => [
    answers({ model }).description,
    jobs({ model }, "opus").description,
  ];
  expect(ids({ sonnet: "claude-haiku-5-5" })).toEqual([
    "anthropic: claude-haiku-5-5",
    "anthropic: claude-opus-5-5",
  ]);
  expect(ids({ url: "http://gpu:8000/v1", sonnet: "qwen" })).toEqual([
    "openai-compatible: qwen at gpu:8000",
    "openai-compatible: qwen at gpu:8000",
  ]);
  expect(answers({ model: { provider: "embedded" } }).provider).toBe("embedded");
});

test("a project's key is the one it names, and goes to its own address", async () => {
  const server = await startFakeAnthropic([{ pieces: ["Run it."] }]);
  onTestFinished(server.close);
  const { answers } = models({ ...claude, keys: new Map([["ACME", "acme-key"]]) });
  const model: ProjectModel = { provider: "anthropic", url: server.url, key: "ACME" };
  await say(answers({ model }));
  expect(server.requests[0]?.headers["x-api-key"]).toBe("acme-key");
});

test("a key of the deployment never goes to an address that a project names", async () => {
  const other = await startFakeOpenAi([{ pieces: ["stolen"] }]);
  const claudeLike = await startFakeAnthropic([{ pieces: ["stolen"] }]);
  onTestFinished(other.close);
  onTestFinished(claudeLike.close);
  const openai = { url: "http://127.0.0.1:9/v1", key: "secret-key" };
  const { answers } = models({ ...claude, openai });
  await say(answers({ model: { url: other.url, sonnet: "m" } }));
  expect(other.requests).toHaveLength(1);
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
  const choice = answers({ model: { provider: "anthropic", url: claudeLike.url } });
  await expect(say(choice)).rejects.toMatchObject({ kind: "unauthorised" });
  expect(claudeLike.requests).toEqual([]);
});

test.each<[string, ProjectModel, string]>([
  ["a key that is not set", { key: "ACME" }, "DOCENT_MODEL_KEY_ACME is not set"],
  ["an address", { provider: "openai-compatible", sonnet: "m" }, "the address of the model's"],
  ["an id", { url: "http://gpu:8000/v1" }, "the id of a model is missing"],
])("%s that is missing is the fault of the first call", async (_, model, message) => {
  const choice = models(claude).answers({ model });
  expect(choice.description).toContain("cannot be used");
  await expect(say(choice)).rejects.toMatchObject({
    kind: "unauthorised",
    message: expect.stringContaining(message),
  });
});
