import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceList } from "../src/contract/sources.ts";
import { makeTree } from "./make-tree.ts";
import { answerOf, askServer, newDataFolder, serveUntilEnd } from "./server-process.ts";

const key = `svc_dsc_${"k".repeat(32)}`;
const admin = `svc_${"a".repeat(32)}`;
const settings = {
  DOCENT_ASSISTANT_KEY: key,
  DOCENT_ADMIN_KEY: admin,
  DOCENT_POLL_SECONDS: "1",
  DOCENT_DASHBOARD: "off",
};

test("a running server serves an edit by itself, says when it cannot read the docs, and stops at once", {
  timeout: 180_000,
}, async () => {
  const { root } = await makeTree({
    "docs/ports.md": "# Ports\n\nThe turbine listens on port 1111.\n",
  });
  const docs = join(root, "docs");
  const server = await serveUntilEnd(
    ["--data", await newDataFolder(), "--docs", docs, "--domain", "acme"],
    settings,
  );
  const answer = async () => {
    const question = "Which port does the turbine listen on?";
    return answerOf(await askServer(server.url, key, question, { domain: "acme" }));
  };
  const error = async () => {
    const headers = { authorization: `Bearer ${admin}` };
    const response = await fetch(`${server.url}/v1/projects/acme/sources`, { headers });
    return sourceList.parse(await response.json()).sources[0]?.error;
  };
  const soon = { timeout: 60_000, interval: 100 };
  expect(await answer()).toContain("1111");
  await writeFile(join(docs, "ports.md"), "# Ports\n\nThe turbine listens on port 2222.\n");
  await expect.poll(answer, soon).toContain("2222");
  await rename(docs, `${docs}-away`);
  await expect.poll(error, soon).toContain("does not exist");
  expect(await answer()).toContain("2222");
  await rename(`${docs}-away`, docs);
  await expect.poll(error, { ...soon, timeout: 100_000 }).toBe("");
  expect(await server.end()).toEqual({ code: 0, signal: null });
});
