import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDatabase } from "../src/store/database.ts";
import { findProjectByDomain } from "../src/store/docs/projects.ts";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { takeSetupLink, visit } from "./dashboard-steps.ts";
import { lookAt } from "./look-at.ts";
import { makeUpAnswer } from "./made-up-answers.ts";
import { makeRepository } from "./make-repository.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

const asked = {
  passwords: [
    "How do I reset my password?",
    "password reset",
    "I forgot my password, how can I reset it?",
    "reset the password of my account",
  ],
  topics: ["How many topics may an account have?", "limit of topics per account"],
  exports: ["Can I export my data as CSV?", "download a CSV export of the data"],
  single: ["Is there a mobile app?"],
};

test("a docs lead sees what the docs lack in groups, notes, merges, splits and closes them", {
  timeout: 400_000,
}, async () => {
  const pages = {
    "limits.md": "# Limits\n\nEvery plan has limits of requests.\n",
    "accounts.md": "# Accounts\n\nLog in to your account with a password.\n",
  };
  const { path } = await makeRepository(pages);
  const data = await newDataFolder();
  const server = await serveUntilEnd(["--data", data, "--docs", path, "--domain", "acme"]);
  await ask(data, Object.values(asked).flat());
  const browser = await launchBrowser();
  const { page, problems } = await openWindow(browser, server.url);
  await takeSetupLink(page, server);
  await visit(page, "Insights");
  await page
    .getByRole("navigation", { name: "Insights" })
    .getByRole("link", { name: "Groups" })
    .click();
  await page.getByRole("link", { name: /password/ }).waitFor();
  await page.getByText("4 questions").waitFor();
  await check(page, "groups");
  await noteGroup(page);
  await mergeGroup(page);
  await splitGroup(page);
  await closeGroup(page);
  await ask(data, ["Where is the CSV export of data?"]);
  await page.getByText("Where is the CSV export of data?").first().waitFor();
  await page.getByText("Closed", { exact: true }).first().waitFor();
  expect(problems).toEqual([]);
});

async function ask(data: string, questions: string[]): Promise<void> {
  const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
  try {
    const projectId = (await findProjectByDomain(db, "acme"))?.id ?? "";
    const record = { state: "unanswered", outcome: "declined", text: "Not covered." } as const;
    for (const [place, question] of questions.entries()) {
      const at = new Date(Date.now() - place * 3_600_000).toISOString();
      await makeUpAnswer(db, { projectId, at, question, record });
    }
  } finally {
    await db.destroy();
  }
}

async function check(page: Page, name: string): Promise<void> {
  await lookAt(page, name);
  expect(await axeFaults(page), name).toEqual([]);
}

async function noteGroup(page: Page): Promise<void> {
  await page.getByRole("link", { name: /password/ }).click();
  await page.getByRole("heading", { level: 1, name: /password/ }).waitFor();
  await page.getByRole("link", { name: /Accounts/ }).waitFor();
  await page.getByRole("button", { name: "Write a note" }).click();
  await page.getByLabel("Note for your team").fill("Belongs into the page about accounts.");
  await check(page, "group-note");
  await page.getByRole("button", { name: "Save the note" }).click();
  await page.getByText("Note written by").waitFor();
  await check(page, "group");
  await page.getByRole("link", { name: "Groups", exact: true }).first().click();
}

async function mergeGroup(page: Page): Promise<void> {
  await page.getByRole("link", { name: /topics/ }).click();
  await page.getByRole("button", { name: "Merge into another" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge into another group" });
  await dialog.getByLabel("Search groups").fill("export");
  await dialog.getByRole("radio", { name: /export/ }).check();
  await check(page, "group-merge");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /export/i }).waitFor();
  await page.getByText("Took in another group").waitFor();
  await page.getByText("limit of topics per account").first().waitFor();
}

async function splitGroup(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Choose questions" }).click();
  for (const topic of asked.topics) await page.getByRole("checkbox", { name: topic }).check();
  await check(page, "group-choose");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Move 2 questions" });
  await dialog.getByRole("radio", { name: /Another group/ }).check();
  await dialog.getByLabel("Search groups").waitFor();
  await check(page, "group-split");
  await dialog.getByRole("radio", { name: /A new group/ }).check();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /topics/ }).waitFor();
  await page.getByText("Questions moved here").waitFor();
  await page.getByRole("link", { name: "Groups", exact: true }).first().click();
  await page.getByRole("link", { name: /export/i }).click();
}

async function closeGroup(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Not our docs" }).click();
  const dialog = page.getByRole("dialog", { name: "Close this group" });
  await dialog.getByLabel("Why").fill("Another product does that.");
  await check(page, "group-close");
  await dialog.getByRole("button", { name: "Close the group" }).click();
  await page.getByRole("button", { name: "Reopen" }).waitFor();
  await page.getByText("Another product does that.").waitFor();
}
