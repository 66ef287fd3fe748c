import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { AnswerRecord } from "../src/store/answers/answers.ts";
import { putFeedback } from "../src/store/answers/feedback.ts";
import { type Database, openDatabase } from "../src/store/database.ts";
import { findProjectByDomain } from "../src/store/docs/projects.ts";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { takeSetupLink, visit } from "./dashboard-steps.ts";
import { lookAt } from "./look-at.ts";
import { makeUpAnswer, makeUpUsage } from "./made-up-answers.ts";
import { makeRepository } from "./make-repository.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

test("a docs lead sees how readers are answered, finds the question behind a number and the pages nobody needs", {
  timeout: 400_000,
}, async () => {
  const { path } = await makeRepository({
    "keys.md": "# Keys\n\nRotate a key in the settings.\n",
    "limits.md": "# Limits\n\nTen topics.\n",
  });
  const data = await newDataFolder();
  const server = await serveUntilEnd(["--data", data, "--docs", path, "--domain", "acme"]);
  await askQuestions(data);
  const browser = await launchBrowser();
  const { page, problems } = await openWindow(browser, server.url);
  await takeSetupLink(page, server);
  await seeFigures(page);
  await openRatedQuestion(page);
  await searchWords(page);
  await seePages(page);
  await seeWhatIsNew(page, data);
  expect(problems).toEqual([]);
});

async function askQuestions(data: string): Promise<void> {
  const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
  try {
    const projectId = (await findProjectByDomain(db, "acme"))?.id ?? "";
    for (let day = 0; day < 40; day += 1)
      for (let count = 0; count < 1 + (day % 4); count += 1)
        await ask(db, projectId, { day, question: `How do I rotate key ${day}-${count}?` });
    const place = await ask(db, projectId, {
      day: 1,
      question: "How many topics?",
      isLacking: true,
    });
    const comment = "I need the number for one account.";
    await putFeedback(db, { ...place, projectId, rating: "down", comment, at: daysAgo(1) });
    await ask(db, projectId, { day: 2, question: "如何重置密码？", isLacking: true });
  } finally {
    await db.destroy();
  }
}

/** Nothing moves by itself: what readers ask meanwhile is announced, and shown when wanted. */
async function seeWhatIsNew(page: Page, data: string): Promise<void> {
  // The list of before stands there until the whole one has come, which is asked for without a page.
  const whole = page.waitForResponse((response) => isWholeList(new URL(response.url())));
  await page
    .getByRole("navigation", { name: "Insights" })
    .getByRole("link", { name: "Questions" })
    .click();
  await whole;
  await page.getByText("How do I rotate key").first().waitFor();
  const question = "Is there a dark theme?";
  const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
  const projectId = (await findProjectByDomain(db, "acme"))?.id ?? "";
  await ask(db, projectId, { day: 0, question }).finally(() => db.destroy());
  const show = page.getByRole("button", { name: "Show what is new" });
  await show.waitFor();
  expect(await page.getByText(question).count()).toBe(0);
  await check(page, "insights-news");
  await show.click();
  await page.getByText(question).first().waitFor();
  await show.waitFor({ state: "detached" });
}

function isWholeList({ pathname, search }: URL): boolean {
  return pathname.endsWith("/assistant") && !search.includes("keys.md");
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60_000 - 1_000).toISOString();
}

async function ask(
  db: Database,
  projectId: string,
  { day, question, isLacking = false }: { day: number; question: string; isLacking?: boolean },
) {
  const place = { n: 1, title: "Keys", heading: "", url: "http://127.0.0.1/docs/acme/keys" };
  const lines = { startLine: 3, endLine: 3, quote: "Rotate a key in the settings.", revision: "" };
  const answered: Partial<AnswerRecord> = {
    ...{ state: "answered", outcome: "answered", text: "Rotate it in the **settings** [1]." },
    citations: [{ ...place, ...lines, path: "keys.md", supported: true }],
    passages: [{ id: "psg_1", path: "keys.md", startLine: 1, endLine: 3, score: 0.91 }],
    timings: { retrievedMs: 12, firstTokenMs: 300 + day * 10, totalMs: 2_000 + day * 40 },
  };
  const lacking: Partial<AnswerRecord> = {
    ...{ state: "unanswered", outcome: "declined", text: "The docs do not cover this." },
    citations: [{ ...place, ...lines, path: "keys.md", supported: false }],
  };
  const at = daysAgo(day);
  const record = isLacking ? lacking : answered;
  const asked = await makeUpAnswer(db, { projectId, at, question, record });
  await makeUpUsage(db, { projectId, answerId: asked.answerId, at });
  return asked;
}

async function check(page: Page, name: string): Promise<void> {
  await lookAt(page, name);
  expect(await axeFaults(page), name).toEqual([]);
}

async function seeFigures(page: Page): Promise<void> {
  await visit(page, "Insights");
  const numbers = page.getByRole("region", { name: "The range in numbers" });
  await numbers.getByText("Compared with the 30 days before.").waitFor();
  await page.getByRole("img", { name: /^Questions\. \d+ questions: \d+ % answered/ }).waitFor();
  await check(page, "insights-figures");
  await page.getByRole("button", { name: "Show as table: Questions" }).click();
  const table = page.getByRole("region", { name: "Questions", exact: true }).getByRole("table");
  expect(await table.getByRole("row").count()).toBe(31);
  await check(page, "insights-table");
  await page.getByRole("radio", { name: "7 days" }).check();
  await numbers.getByText("Compared with the 7 days before.").waitFor();
  await page.getByRole("radio", { name: "Own" }).check();
  await page.getByLabel("First day").waitFor();
  await check(page, "insights-own-days");
  await page.getByRole("radio", { name: "30 days" }).check();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.split("\r\n")).toHaveLength(32);
}

async function openRatedQuestion(page: Page): Promise<void> {
  const numbers = page.getByRole("region", { name: "The range in numbers" });
  await numbers.getByRole("link", { name: "Thumbs down" }).click();
  const question = page.getByRole("link", { name: "How many topics?" });
  await question.waitFor();
  expect(await page.getByRole("main").getByRole("listitem").count()).toBe(1);
  await check(page, "insights-questions-filtered");
  await question.click();
  await page.getByRole("heading", { level: 1, name: "Conversation" }).waitFor();
  await page.getByText("I need the number for one account.").waitFor();
  await page.getByText("Not supported", { exact: true }).waitFor();
  await check(page, "insights-thread");
  await page.getByRole("link", { name: "Questions", exact: true }).click();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("link", { name: /rotate key 0-0/ }).waitFor();
  await check(page, "insights-questions");
}

async function searchWords(page: Page): Promise<void> {
  await page.getByLabel("Search questions and answers").fill("密码");
  await page.getByRole("link", { name: "如何重置密码？" }).waitFor();
  await page
    .getByRole("link", { name: /rotate key/ })
    .first()
    .waitFor({ state: "detached" });
}

async function seePages(page: Page): Promise<void> {
  await page
    .getByRole("navigation", { name: "Insights" })
    .getByRole("link", { name: "Pages" })
    .click();
  const most = page.getByRole("link", { name: /answers citing keys\.md$/ });
  await most.waitFor();
  await check(page, "insights-pages");
  await page.getByRole("radio", { name: /^Never cited/ }).check();
  await page.getByRole("rowheader", { name: /limits\.md/ }).waitFor();
  await page.getByRole("radio", { name: /^Most cited/ }).check();
  await most.click();
  await page.getByText("cites keys.md").waitFor();
  await page.getByRole("link", { name: /rotate key 0-0/ }).waitFor();
}
