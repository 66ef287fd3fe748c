import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { knownPrices } from "../models/calls/prices.ts";
import { loadConfig } from "./read-config.ts";

const load = (env: Record<string, string>) => loadConfig(env, {}, false);

function faultsOf(env: Record<string, string>): string[] {
  try {
    load(env);
  } catch (error) {
    return String(error).split("\n  ").slice(1);
  }
  return [];
}

test("the provider is what has a key or an address, unless one is named", () => {
  const provider = (env: Record<string, string>) => load(env).models.provider;
  const openai = { DOCENT_MODEL_URL: "http://127.0.0.1:11434/v1", DOCENT_MODEL_SONNET: "llama3" };
  expect(provider({})).toBe("embedded");
  expect(provider({ ANTHROPIC_API_KEY: "k" })).toBe("anthropic");
  expect(provider(openai)).toBe("openai-compatible");
  expect(provider({ ...openai, ANTHROPIC_API_KEY: "k" })).toBe("anthropic");
  expect(
    provider({ ...openai, ANTHROPIC_API_KEY: "k", DOCENT_MODEL_PROVIDER: "openai-compatible" }),
  ).toBe("openai-compatible");
  expect(provider({ ANTHROPIC_API_KEY: "k", DOCENT_MODEL_PROVIDER: "embedded" })).toBe("embedded");
});

test("everything can be set", () => {
  const { models } = load({
    ANTHROPIC_API_KEY: "sk-ant-1",
    ANTHROPIC_BASE_URL: "https://gateway.example/anthropic/",
    DOCENT_MODEL_URL: "https://api.openai.com/v1",
    DOCENT_MODEL_KEY: "sk-2",
    DOCENT_MODEL_KEY_ACME: "sk-3",
    DOCENT_MODEL_SONNET: "claude-haiku-5-5",
    DOCENT_ANSWER_MODEL: "opus",
    DOCENT_MAX_OUTPUT_TOKENS: "4096",
  });
  expect(models).toMatchObject({
    anthropic: { key: "sk-ant-1", url: "https://gateway.example/anthropic" },
    openai: { key: "sk-2", url: "https://api.openai.com/v1" },
    ids: { sonnet: "claude-haiku-5-5" },
    answers: "opus",
    limits: { maxOutputTokens: 4_096, firstTokenMs: 30_000 },
    prices: knownPrices,
  });
  expect([...models.keys]).toEqual([["ACME", "sk-3"]]);
});

test("what must go together is asked for", () => {
  expect(faultsOf({ DOCENT_MODEL_PROVIDER: "anthropic" })).toEqual([
    "ANTHROPIC_API_KEY: must be set when DOCENT_MODEL_PROVIDER is anthropic",
  ]);
  expect(faultsOf({ DOCENT_MODEL_PROVIDER: "openai-compatible" })).toEqual([
    "DOCENT_MODEL_URL: must be set when DOCENT_MODEL_PROVIDER is openai-compatible",
    "DOCENT_MODEL_SONNET: must name a model of the OpenAI-compatible server",
  ]);
});

test("every fault is listed, and no value is shown", () => {
  const secret = "hunter2";
  const faults = faultsOf({
    DOCENT_MODEL_PROVIDER: secret,
    ANTHROPIC_API_KEY: `${secret} "`,
    ANTHROPIC_BASE_URL: `http://root:${secret}@models.example`,
    DOCENT_MODEL_URL: secret,
    DOCENT_MODEL_KEY: `${secret}\n`,
    DOCENT_MODEL_SONNET: `${secret} x`,
    DOCENT_ANSWER_MODEL: secret,
    DOCENT_MAX_OUTPUT_TOKENS: secret,
    DOCENT_DAILY_TOKENS_PER_KEY: "-5",
    DOCENT_DAILY_COST_PER_PROJECT: "-1",
    DOCENT_MODEL_KEY_ACME: `${secret} x`,
  });
  expect(faults.map((fault) => fault.split(":")[0])).toEqual([
    "DOCENT_MODEL_PROVIDER",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "DOCENT_MODEL_URL",
    "DOCENT_MODEL_KEY",
    "DOCENT_MODEL_SONNET",
    "DOCENT_ANSWER_MODEL",
    "DOCENT_MAX_OUTPUT_TOKENS",
    "DOCENT_DAILY_TOKENS_PER_KEY",
    "DOCENT_DAILY_COST_PER_PROJECT",
    "DOCENT_MODEL_KEY_ACME",
  ]);
  expect(faults.join()).not.toContain(secret);
});

test("a file of prices is read at the start, with its faults", async () => {
  const { root } = await makeTree({
    "good.json": '{"llama3": {"input": 1, "output": 2}}',
    "bad.json": '{"llama3": {"input": 1}}',
  });
  const { prices } = load({ DOCENT_PRICES_FILE: `${root}/good.json` }).models;
  expect(prices.get("llama3")).toMatchObject({ output: 2 });
  expect(faultsOf({ DOCENT_PRICES_FILE: `${root}/bad.json` })).toEqual([
    'DOCENT_PRICES_FILE: "llama3" "output": must be a number of dollars for a million tokens',
  ]);
});

test("a project has a ceiling unless it is lifted: dollars, or tokens where nobody knows the price", () => {
  const none = {
    tokensPerKey: undefined,
    tokensPerProject: undefined,
    unpricedTokensPerProject: undefined,
    costMicrosPerKey: undefined,
    costMicrosPerProject: undefined,
  };
  const given = { unpricedTokensPerProject: 50_000_000, costMicrosPerProject: 100_000_000 };
  expect(load({}).ceilings).toEqual({ ...none, ...given });
  expect(
    load({
      DOCENT_DAILY_TOKENS_PER_KEY: "0",
      DOCENT_DAILY_TOKENS_PER_PROJECT: "0",
      DOCENT_DAILY_COST_PER_KEY: "0",
      DOCENT_DAILY_COST_PER_PROJECT: "0.00",
    }).ceilings,
  ).toEqual(none);
});

test("ceilings are tokens and dollars", () => {
  expect(
    load({
      DOCENT_DAILY_TOKENS_PER_KEY: "1000",
      DOCENT_DAILY_TOKENS_PER_PROJECT: "2000",
      DOCENT_DAILY_COST_PER_KEY: "0.29",
      DOCENT_DAILY_COST_PER_PROJECT: "5",
    }).ceilings,
  ).toEqual({
    tokensPerKey: 1_000,
    tokensPerProject: 2_000,
    unpricedTokensPerProject: 2_000,
    costMicrosPerKey: 290_000,
    costMicrosPerProject: 5_000_000,
  });
});
