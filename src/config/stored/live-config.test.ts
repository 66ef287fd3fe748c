import { expect, test } from "vitest";
import { checkConfig, loadConfig } from "../read-config.ts";
import { createLiveConfig } from "./live-config.ts";

function setUp(env: Record<string, string>, flags: Record<string, string> = {}) {
  const load = (given: Record<string, string | undefined>) => checkConfig(given, flags, false);
  return createLiveConfig(loadConfig(env, flags, false), { env, flags, load });
}

test("stored settings lie below the environment and the flags, and an empty variable sets nothing", () => {
  const env = { DOCENT_JOB_MAX_STEPS: "7", DOCENT_JOB_MAX_FILES: "" };
  const live = setUp(env, { DOCENT_PORT: "1" });
  const { config } = live;
  const stored = { DOCENT_JOB_MAX_STEPS: "8", DOCENT_JOB_MAX_FILES: "9", DOCENT_PORT: "2" };
  expect(live.take(stored)).toEqual([]);
  expect(config.jobs.limits).toMatchObject({ steps: 7, files: 9 });
  expect(config.port).toBe(1);
  expect({ ...config }.jobs.limits.files).toBe(9);
  live.take({});
  expect(config.jobs.limits.files).not.toBe(9);
});

test("stored settings that do not go with the environment are left out, and the others count", () => {
  const live = setUp({ DOCENT_MODEL_PROVIDER: "openai-compatible", ...place });
  const stored = { DOCENT_JOBS_AT_ONCE: "5", DOCENT_EMBEDDER: "ollama" };
  expect(live.take(stored)).toEqual([expect.stringContaining("DOCENT_EMBEDDER_MODEL")]);
  expect([...live.leftOut(stored)]).toEqual([
    ["DOCENT_EMBEDDER", "DOCENT_EMBEDDER_MODEL must be set when DOCENT_EMBEDDER is ollama"],
  ]);
  expect(live.config.jobs.atOnce).toBe(5);
  expect(live.config.models.provider).toBe("openai-compatible");
});

test("whatever else is at fault, stored ceilings hold", () => {
  const live = setUp({});
  const stored = {
    ...{ DOCENT_MODEL_PROVIDER: "anthropic", DOCENT_JOBS_AT_ONCE: "many" },
    ...{ DOCENT_DAILY_COST_PER_PROJECT: "2", DOCENT_DAILY_TOKENS_PER_KEY: "lots" },
  };
  expect(live.take(stored)).toHaveLength(3);
  expect([...live.leftOut(stored).keys()].sort()).toEqual([
    ...["DOCENT_DAILY_TOKENS_PER_KEY", "DOCENT_JOBS_AT_ONCE", "DOCENT_MODEL_PROVIDER"],
  ]);
  expect(live.config.ceilings.costMicrosPerProject).toBe(2_000_000);
});

test("a stored key is left out with its address", () => {
  const live = setUp({});
  const stored = { ANTHROPIC_BASE_URL: "ftp://gateway.example", ANTHROPIC_API_KEY: "sk-1" };
  expect([...live.leftOut(stored).keys()].sort()).toEqual(Object.keys(stored).sort());
  live.take(stored);
  expect(live.config.models.anthropic).toEqual({ url: undefined, key: undefined });
});

const place = { DOCENT_MODEL_URL: "http://127.0.0.1:1/v1", DOCENT_MODEL_SONNET: "m" };
