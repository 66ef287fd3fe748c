import { expect, test } from "vitest";
import { loadConfig } from "./read-config.ts";

const embeddingOf = (env: Record<string, string>) => loadConfig(env, {}, false).embedding;

function faultsOf(env: Record<string, string>): string[] {
  try {
    embeddingOf(env);
  } catch (error) {
    return String(error).split("\n  ").slice(1);
  }
  return [];
}

test("without any setting the bundled embedder is alone", () => {
  expect(embeddingOf({})).toBeUndefined();
  expect(embeddingOf({ DOCENT_EMBEDDER: "bundled", DOCENT_EMBEDDER_MODEL: "m" })).toBeUndefined();
});

test("a kind and a model are enough", () => {
  const openai = embeddingOf({ DOCENT_EMBEDDER: "openai", DOCENT_EMBEDDER_MODEL: "small" });
  expect(openai).toEqual({
    kind: "openai",
    url: "https://api.openai.com/v1",
    model: "small",
    key: undefined,
    languages: "any",
    dimensions: undefined,
    queryPrefix: "",
    passagePrefix: "",
  });
  const ollama = embeddingOf({ DOCENT_EMBEDDER: "ollama", DOCENT_EMBEDDER_MODEL: "bge-m3:567m" });
  expect(ollama).toMatchObject({ url: "http://127.0.0.1:11434", model: "bge-m3:567m" });
});

test("everything can be set, and the end of a prefix is kept", () => {
  const given = embeddingOf({
    DOCENT_EMBEDDER: "openai",
    DOCENT_EMBEDDER_URL: "https://models.example:8443/v1/",
    DOCENT_EMBEDDER_MODEL: "intfloat/multilingual-e5-small",
    DOCENT_EMBEDDER_KEY: "sk-proj-a.b_c~d+e/f==",
    DOCENT_EMBEDDER_LANGUAGES: "en",
    DOCENT_EMBEDDER_DIMENSIONS: "256",
    DOCENT_EMBEDDER_QUERY_PREFIX: "query: ",
    DOCENT_EMBEDDER_PASSAGE_PREFIX: "passage: ",
  });
  expect(given).toEqual({
    kind: "openai",
    url: "https://models.example:8443/v1",
    model: "intfloat/multilingual-e5-small",
    key: "sk-proj-a.b_c~d+e/f==",
    languages: "en",
    dimensions: 256,
    queryPrefix: "query: ",
    passagePrefix: "passage: ",
  });
});

test("every fault is listed, and no value is shown", () => {
  const secret = "hunter2";
  const faults = faultsOf({
    DOCENT_EMBEDDER: "ollama",
    DOCENT_EMBEDDER_URL: `http://root:${secret}@models.example`,
    DOCENT_EMBEDDER_KEY: `${secret} "`,
    DOCENT_EMBEDDER_LANGUAGES: secret,
    DOCENT_EMBEDDER_DIMENSIONS: "0",
    DOCENT_EMBEDDER_QUERY_PREFIX: secret.repeat(100),
    DOCENT_EMBEDDER_PASSAGE_PREFIX: secret.repeat(100),
  });
  expect(faults.map((fault) => fault.split(":")[0])).toEqual([
    "DOCENT_EMBEDDER_URL",
    "DOCENT_EMBEDDER_KEY",
    "DOCENT_EMBEDDER_LANGUAGES",
    "DOCENT_EMBEDDER_DIMENSIONS",
    "DOCENT_EMBEDDER_QUERY_PREFIX",
    "DOCENT_EMBEDDER_PASSAGE_PREFIX",
    "DOCENT_EMBEDDER_MODEL",
  ]);
  expect(faults.join()).not.toContain(secret);
  expect(faultsOf({ DOCENT_EMBEDDER: "cohere" })).toEqual([
    "DOCENT_EMBEDDER: must be bundled, openai or ollama",
  ]);
});
