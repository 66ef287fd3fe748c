import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../src/lib/clock.ts";
import { openDatabase } from "../src/store/database.ts";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { ask, takeSetupLink } from "./dashboard-steps.ts";
import { startFakeAnthropic } from "./fake-anthropic.ts";
import { serveGit } from "./git-http-server.ts";
import { lookAt } from "./look-at.ts";
import { makeRepository } from "./make-repository.ts";
import { openMemberSession } from "./owner.ts";
import { resize } from "./resize.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";
import { serveSite } from "./widget-site.ts";

const pages = {
  "keys.md":
    "# Keys\n\n## Create a key\n\nRun `acme keys create` to create a key for a program that calls the service.\n",
  "install.md": "# Install\n\n## Install Acme\n\nRun `npm install acme` to install Acme.\n",
};

test("a newcomer is led through six steps, each done when the server has seen it", {
  timeout: 300_000,
}, async () => {
  const repository = await makeRepository(pages);
  await repository.git("config", "http.receivepack", "true");
  const { url } = await serveGit(repository.folder);
  const data = await newDataFolder();
  const args = ["--data", data, "--docs", `${url}/docs.git`, "--domain", "acme"];
  const server = await serveUntilEnd(args, { DOCENT_POLL_SECONDS: "0", DOCENT_WATCH: "off" });
  const browser = await launchBrowser();
  const { page, problems } = await openWindow(browser, server.url);
  await takeSetupLink(page, server);

  const card = page.locator(".card", { has: page.getByRole("heading", { name: "First steps" }) });
  await card.getByText("1 of 6 done").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "70-first-steps");
  expect(await leapsOf(page, "Sync now")).toEqual([]);

  await card.getByRole("link", { name: "Ask a question" }).click();
  await isAtStep(page, "Step 2 of 6: Ask a question");
  await ask(page, "How do I create a key?");
  await isDone(page, "71-first-steps-ask");
  // The pages below the bar have journeys of their own.
  expect(await axeFaults(page)).toEqual([]);

  await goOn(page, "Next: Connect a model");
  await isAtStep(page, "Step 3 of 6: Connect a model");
  await page.getByLabel("Provider").waitFor();
  await lookAt(page, "72-first-steps-model");

  await goOn(page, "Skip to: Connect a forge");
  await storesToken(page);

  await goOn(page, "Next: Run a first job");
  await page.reload();
  await isAtStep(page, "Step 5 of 6: Run a first job");
  await runsJob(page);

  await goOn(page, "Next: Put the chat on a page");
  await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
  await lookAt(page, "75-first-steps-chat");
  const site = await serveSite({ docent: server.url, key: server.keys.assistant ?? "" });
  const reader = await openWindow(browser, site.url);
  await reader.page.goto(site.page());
  await reader.page.getByRole("button", { name: "Ask AI" }).click();
  await isDone(page, "76-first-steps-chat-done");

  await goOn(page, "Next: Connect a model");
  await connectsModel(page);
  await goOn(page, "All done");
  await card.getByText("6 of 6 done").waitFor();
  await card.getByText(`The chat is on ${site.url}.`).waitFor();
  await lookAt(page, "78-first-steps-all");

  const value = await viewerSession(data);
  const other = await openWindow(browser, server.url);
  await other.context.addCookies([{ name: "docent_session", value, url: server.url }]);
  await other.page.goto(`${server.url}/dashboard/acme`);
  await other.page.getByText("6 of 6 done").waitFor();
  expect(await other.page.getByRole("button", { name: "Put away" }).count()).toBe(0);

  await card.getByRole("button", { name: "Put away" }).click();
  await card.waitFor({ state: "detached" });
  await other.page.getByText("6 of 6 done").waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "First steps" }).click();
  await card.getByText("6 of 6 done").waitFor();
  expect(problems).toEqual([]);
});

function barOf(page: Page): Locator {
  return page.getByRole("region", { name: "First steps" });
}

async function isAtStep(page: Page, words: string): Promise<void> {
  await barOf(page).getByText(words, { exact: true }).waitFor();
}

async function isDone(page: Page, picture: string): Promise<void> {
  await barOf(page).getByText("Done", { exact: true }).waitFor();
  await lookAt(page, picture);
}

async function goOn(page: Page, words: string): Promise<void> {
  await barOf(page).getByRole("link", { name: words }).click();
}

async function storesToken(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connection" }).click();
  const dialog = page.getByRole("dialog", { name: "Connection" });
  await dialog.getByLabel("New token").fill("token_0123456789");
  await dialog.getByRole("button", { name: "Store" }).click();
  await dialog.getByText(/is stored, set by/).waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await isDone(page, "73-first-steps-forge");
}

async function runsJob(page: Page): Promise<void> {
  const form = page.getByRole("dialog", { name: "New job" });
  await form.getByLabel("Instruction").fill('Replace "Acme" with "Apex" everywhere.');
  await form.getByRole("button", { name: "Start job" }).click();
  await isDone(page, "74-first-steps-job");
}

async function connectsModel(page: Page): Promise<void> {
  const model = await startFakeAnthropic([]);
  onTestFinished(model.close);
  await page.getByLabel("Provider").selectOption("anthropic");
  await page.getByLabel("Key for Anthropic", { exact: true }).fill("sk-0123456789abcdef");
  await page.getByLabel("Address of a gateway to Anthropic").fill(model.url);
  await page.getByRole("button", { name: "Save" }).first().click();
  await isDone(page, "77-first-steps-model-done");
}

/** As an invited viewer after the log-in. */
async function viewerSession(data: string): Promise<string> {
  const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
  const token = await openMemberSession({ db, clock: systemClock }, "viewer");
  await db.destroy();
  return token;
}

/** How far a button moves under a pointer while the steps are still loaded, on a desk and on a phone. */
async function leapsOf(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize() ?? { width: 1_280, height: 800 };
  const steps = "**/first-steps";
  const button = page.getByRole("button", { name });
  const place = async () => (await button.boundingBox())?.y ?? 0;
  const leaps: string[] = [];
  for (const width of [1_280, 390]) {
    await resize(page, { ...before, width });
    const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(steps, (route) => isSeen.then(() => route.continue()));
    await page.reload();
    await page.locator(".first-steps-waiting").waitFor();
    for (const words of ["No job yet", "Nothing to review"]) await page.getByText(words).waitFor();
    await button.waitFor();
    const waiting = await place();
    letGo();
    await page.getByText("1 of 6 done").waitFor();
    const leap = Math.abs((await place()) - waiting);
    if (leap > 24) leaps.push(`${leap} pixels at a width of ${width}`);
    await page.unroute(steps);
  }
  await resize(page, before);
  return leaps;
}
