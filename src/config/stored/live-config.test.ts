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

test("stored settings that do not go with the environment are left out as a whole", () => {
  const live = setUp({ DOCENT_MODEL_PROVIDER: "openai-compatible", ...place });
  const faults = live.take({ DOCENT_JOBS_AT_ONCE: "5", DOCENT_EMBEDDER: "ollama" });
  expect(faults).toEqual([expect.stringContaining("DOCENT_EMBEDDER_MODEL")]);
  expect(live.config.jobs.atOnce).not.toBe(5);
  expect(live.config.models.provider).toBe("openai-compatible");
});

const place = { DOCENT_MODEL_URL: "http://127.0.0.1:1/v1", DOCENT_MODEL_SONNET: "m" };
