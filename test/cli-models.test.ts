import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../src/store/database.ts";
import { findProjectByDomain } from "../src/store/docs/projects.ts";
import { startFakeOpenAi } from "./fake-openai.ts";
import { makeTree } from "./make-tree.ts";
import { runHere } from "./run-here.ts";
import { newDataFolder, runDocent, type Settings, serveUntilEnd } from "./server-process.ts";

const timeout = 240_000;

test("a project gets models of its own, and gives them back", { timeout }, async () => {
  const { update, stored } = await openProject();
  const url = ["--model-url", "http://127.0.0.1:11434/v1/"];
  const set = await update([...url, "--model-sonnet", "llama3", "--model-key", "ACME"]);
  expect(set).toMatchObject({ code: 0, stderr: expect.stringContaining("KEY_ACME is not set") });
  const own = { url: "http://127.0.0.1:11434/v1", sonnet: "llama3", key: "ACME" };
  expect(await stored()).toMatchObject({ name: "acme", model: own });
  const quiet = await update(["--model-opus", "big"], { DOCENT_MODEL_KEY_ACME: "k" });
  expect(quiet.stderr).toBe("The project acme is changed.\n");
  expect(await stored()).toMatchObject({ model: { ...own, opus: "big" } });
  await update(["--model-url", "", "--model-sonnet", "", "--model-key", "", "--model-opus", ""]);
  expect(await stored()).not.toHaveProperty("model");
});

test("a wrong flag changes nothing, and a key is not repeated", { timeout }, async () => {
  const { update, stored } = await openProject();
  const before = await stored();
  const key = await update(["--name", "New", "--model-key", "sk-ant-hunter2"]);
  expect(key).toMatchObject({ code: 2, stderr: expect.stringContaining("not the key") });
  expect(key.stderr).not.toContain("hunter2");
  expect(await update(["--model-url", "ftp://x"])).toMatchObject({ code: 2 });
  expect(await update(["--model-provider", "cohere"])).toMatchObject({ code: 2 });
  expect(await stored()).toEqual(before);
});

async function openProject() {
  const data = await newDataFolder();
  const { root } = await makeTree({ "a.md": "# A\n" });
  await runHere(["projects", "add", "--domain", "acme", "--docs", root, "--data", data]);
  const update = (flags: string[], settings: Settings = {}) =>
    runHere(["projects", "update", "--domain", "acme", ...flags, "--data", data], settings);
  const stored = async () => {
    const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
    try {
      return await findProjectByDomain(db, "acme");
    } finally {
      await db.destroy();
    }
  };
  return { update, stored };
}

test("a question beside a running server is answered by the server's model", {
  timeout,
}, async () => {
  const model = await startFakeOpenAi(() => ({ pieces: ["The doors open at noon [1]."] }));
  onTestFinished(model.close);
  const data = await newDataFolder();
  const { root } = await makeTree({ "doors.md": "# Doors\n\nThe hangar doors open at noon.\n" });
  const place = ["--data", data, "--docs", root, "--domain", "acme"];
  await serveUntilEnd(place, { DOCENT_MODEL_URL: model.url, DOCENT_MODEL_SONNET: "qwen" });
  const ask = (...flags: string[]) =>
    runDocent(["ask", "--domain", "acme", "--data", data, ...flags, "When do the doors open?"]);
  const asked = await ask("--verbose");
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("open at noon") });
  expect(asked.stderr).toMatch(/^The running server answers: openai-compatible: qwen/);
  const calls = model.requests.length;
  expect(calls).toBeGreaterThan(0);
  for (const flags of [["--offline"], ["--model", "embedded"]]) {
    const own = await ask("--verbose", ...flags);
    expect(own).toMatchObject({ code: 0, stdout: expect.stringContaining("open at noon") });
    expect(own.stderr).toMatch(/^This process answers: embedded/);
  }
  expect(model.requests).toHaveLength(calls);
  const synced = await runDocent(["sync", "--domain", "acme", "--data", data]);
  expect(synced).toMatchObject({ code: 0, stderr: expect.stringContaining("nothing changed") });
});
