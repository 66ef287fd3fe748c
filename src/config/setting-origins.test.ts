import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { checkConfig } from "./read-config.ts";
import { readSettingsFile, settingsError, unknownSettings } from "./setting-origins.ts";

test("a fault is told by the flag or the line of the file that its setting came from", async () => {
  const { root } = await makeTree({});
  const path = join(root, ".env");
  writeFileSync(path, "# Docent\nexport DOCENT_EMBEDDER=opneai\nDOCENT_HOST=127.0.0.1\n");
  const file = readSettingsFile(path);
  expect(file.values).toMatchObject({ DOCENT_EMBEDDER: "opneai", DOCENT_HOST: "127.0.0.1" });
  const { faults } = checkConfig(file.values, { DOCENT_PORT: "99999" }, false);
  const origins = new Map([...file.origins, ["DOCENT_PORT", "--port"]]);
  expect(settingsError(faults, origins)).toMatchObject({
    code: "invalid_request",
    message: [
      "These settings are not valid:",
      "  --port: must be a whole number from 0 to 65535",
      `  DOCENT_EMBEDDER (${path}, line 2): must be bundled, openai or ollama (did you mean "openai"?)`,
    ].join("\n"),
  });
});

test("a file of settings that cannot be read is named with the flag and the reason", async () => {
  const { root } = await makeTree({});
  expect(() => readSettingsFile(join(root, "none"))).toThrow(/^--settings .*there is no such file/);
  expect(() => readSettingsFile(root)).toThrow(/it is a folder/);
});

test("a misspelt setting is noticed, and a variable of somebody else is not", () => {
  const given = {
    ...{ DOCENT_MODLE_URL: "x", DOCENT_PORT: "1", DOCENT_GIT_TOKEN_ACME: "x" },
    ...{ DOCENT_MODEL_KEY_ACME: "x", DOCENT_RELEASE_CHANNEL_NAME: "x", PATH: "x" },
  };
  expect(unknownSettings(given)).toEqual([
    'DOCENT_MODLE_URL is no setting (did you mean "DOCENT_MODEL_URL"?).',
  ]);
});
