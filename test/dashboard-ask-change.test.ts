import { expect, test } from "vitest";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { startJob, takeSetupLink, visit } from "./dashboard-steps.ts";
import { makeRepository } from "./job-node.ts";
import { lookAt } from "./look-at.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

const docs = {
  "limits.md":
    "# Limits\n\nWhat an account may use.\n\n## How many messages does a topic hold?\n\nA topic holds 100 messages at most. Older messages are dropped first.\n",
  "keys.md": "# Keys\n\n## Create a key\n\nRun `acme keys create` to make a key.\n",
};

test("a change is asked before it is merged: both answers, and what is different", {
  timeout: 300_000,
}, async () => {
  const repository = await makeRepository(docs);
  const args = ["--data", await newDataFolder(), "--docs", repository, "--domain", "acme"];
  const server = await serveUntilEnd(args);
  const { page, problems } = await openWindow(await launchBrowser(), server.url);
  await takeSetupLink(page, server);
  const instruction = "Replace “100 messages” with “250 messages” everywhere.";
  await startJob(page, { branch: "docs/more-messages", instruction });
  await page
    .getByRole("main")
    .getByText(/^The change is /)
    .first()
    .waitFor();
  await visit(page, "Changes");
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();

  await page.getByRole("heading", { level: 2, name: "Ask this change" }).click();
  await page.getByLabel("Question").fill("How many messages does a topic hold?");
  await page.getByRole("button", { name: "Ask both" }).click();
  await page.getByText("The answer changes.").waitFor();
  const now = page.getByRole("region", { name: "Now", exact: true });
  const after = page.getByRole("region", { name: "After merging" });
  await now.getByText("100 messages").first().waitFor();
  await after.getByText("250 messages").first().waitFor();
  expect(await now.getByText("250 messages").count()).toBe(0);
  const changes = page.getByRole("listitem").filter({ hasText: "250 messages" });
  await changes.getByText("After merging").first().waitFor();
  const marked = await page.evaluate("[...CSS.highlights.get('answer-added')].join('')");
  expect(marked).toContain("250 messages");
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "78-ask-change");
  expect(problems).toEqual([]);
});
