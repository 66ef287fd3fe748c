import type { Browser, Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { password, takeSetupLink } from "./dashboard-steps.ts";
import { startFakeOpenAi } from "./fake-openai.ts";
import { samplePages } from "./harness.ts";
import { lookAt } from "./look-at.ts";
import { makeTree } from "./make-tree.ts";
import { newDataFolder, type ServerProcess, serveUntilEnd } from "./server-process.ts";

const question = "How do I revoke a key?";
const claim = "Run `acme keys revoke ID` to revoke a key at once [1].";
const words = claim.split(/(?<= )/);

/** A model that takes its time for the first answer, so that the page can be left in the middle. */
async function startModel() {
  const model = await startFakeOpenAi((_request, number) =>
    number === 0 ? { pieces: ["Well. ", ...words], pauseMs: 400 } : { pieces: [`Again: ${claim}`] },
  );
  onTestFinished(model.close);
  return model;
}

test("an answer is left, found again, rated, explained, asked anew and made a job of", {
  timeout: 300_000,
}, async () => {
  const model = await startModel();
  const { root } = await makeTree(samplePages);
  const server = await serveUntilEnd(
    ["--data", await newDataFolder(), "--docs", root, "--domain", "acme"],
    { DOCENT_MODEL_URL: model.url, DOCENT_MODEL_SONNET: "scripted" },
  );
  const browser = await launchBrowser();
  const { page, problems } = await openWindow(browser, server.url);
  await takeSetupLink(page, server);

  await leaveInTheMiddle(page, server);
  expect(model.requests, "the answer went on and was not asked for again").toHaveLength(1);
  await rateAndReload(page);
  await explain(page);
  await askAnew(page);
  await copy(page);
  await openSource(page);
  await startJob(page);
  await keepTyping(page);
  await useHistory(page);
  await lookAtPages(page, server);
  await comeBackAfterLogIn(browser, server);
  expect(problems.filter((problem) => !problem.includes("(/nowhere)"))).toEqual([]);
});

const answerOn = (page: Page): Locator =>
  page.getByRole("log", { name: "Conversation" }).getByRole("article").last();

async function leaveInTheMiddle(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(`${server.url}/dashboard/acme/ask?q=${encodeURIComponent(question)}`);
  await answerOn(page).getByText("Well.").waitFor();
  expect(page.url(), "asked once").not.toContain("?q=");
  await page.reload();
  await page.getByRole("heading", { name: question }).waitFor();
  await answerOn(page).getByRole("button", { name: "Copy with sources" }).waitFor();
  expect(await answerOn(page).innerText()).toContain("to revoke a key at once");
}

async function rateAndReload(page: Page): Promise<void> {
  await answerOn(page).getByRole("button", { name: "Bad answer" }).click();
  const form = page.getByRole("dialog", { name: "What is wrong with it?" });
  await form.getByLabel("Comment").fill("Too short.");
  await form.getByRole("button", { name: "Send rating" }).click();
  await form.waitFor({ state: "detached" });
  await page.reload();
  const thumb = answerOn(page).getByRole("button", { name: "Bad answer", pressed: true });
  await thumb.waitFor();
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "60-answer");
}

async function explain(page: Page): Promise<void> {
  await answerOn(page).getByRole("button", { name: "Why this answer" }).click();
  const panel = page.getByRole("dialog", { name: "Why this answer" });
  await panel.getByText("revoke", { exact: true }).waitFor();
  const first = panel.getByRole("row").nth(1);
  expect(await first.innerText()).toContain("keys.md");
  await first.getByText("Used").waitFor();
  await panel.getByText("Supported").waitFor();
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "61-explanation");
  await page.keyboard.press("Escape");
}

async function askAnew(page: Page): Promise<void> {
  await answerOn(page).getByRole("button", { name: "Regenerate" }).click();
  await answerOn(page).getByText("Again: Run").waitFor();
  await answerOn(page).getByRole("button", { name: "Copy with sources" }).waitFor();
  expect(await page.getByRole("log").getByRole("article").count()).toBe(1);
}

async function copy(page: Page): Promise<void> {
  await answerOn(page).getByRole("button", { name: "Copy with sources" }).click();
  await answerOn(page).getByRole("button", { name: "Copied" }).waitFor();
  const text = String(await page.evaluate("navigator.clipboard.readText()"));
  expect(text).toMatch(/^Again: Run[\s\S]*\n\nSources:\n\n1\. \[Keys › Revoke a key\]\(http/);
}

/** The project is private: its members read its pages with their session. */
async function openSource(page: Page): Promise<void> {
  const [source] = await Promise.all([
    page.waitForEvent("popup"),
    answerOn(page).getByRole("region", { name: "Sources" }).getByRole("link").first().click(),
  ]);
  await source.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
  expect(await axeFaults(source)).toEqual([]);
  await source.close();
}

async function startJob(page: Page): Promise<void> {
  await answerOn(page).getByRole("button", { name: "Start a job from this" }).click();
  const form = page.getByRole("dialog", { name: "New job" });
  const instruction = await form.getByLabel("Instruction").inputValue();
  expect(instruction).toContain(`> ${question}`);
  expect(instruction).toContain("- keys.md");
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await answerOn(page).getByText("Again: Run").waitFor();
}

async function keepTyping(page: Page): Promise<void> {
  await page.getByLabel("Question").fill("And how do I make one?");
  await page.reload();
  await answerOn(page).getByText("Again: Run").waitFor();
  expect(await page.getByLabel("Question").inputValue()).toBe("And how do I make one?");
  await page.getByLabel("Question").fill("");
}

async function useHistory(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New chat" }).click();
  await page.getByRole("button", { name: "How do I create a key?" }).waitFor();
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "62-ask-empty");
  const history = page.getByRole("complementary", { name: "History" });
  await history.getByLabel("Search the history").fill("REVOKE");
  await history.getByRole("listitem").hover();
  await history.getByRole("button", { name: /^Rename/ }).click();
  await history.getByLabel("Name of the conversation").fill("Keys");
  await page.keyboard.press("Enter");
  await history.getByLabel("Search the history").fill("");
  await history.getByRole("button", { name: "Keys" }).first().click();
  await answerOn(page).getByText("Again: Run").waitFor();
  await history.getByRole("button", { name: /^Remove “Keys”/ }).click();
  await page.getByText("What would a reader ask?").waitFor();
  expect(await page.getByRole("complementary", { name: "History" }).count()).toBe(0);
}

async function lookAtPages(page: Page, server: ServerProcess): Promise<void> {
  for (const [path, heading] of [
    ["/reference", "API reference"],
    ["/nowhere", "There is nothing here"],
    ["/healthz", "/healthz"],
  ] as const) {
    const response = await page.goto(server.url + path);
    expect(response?.headers()["content-type"], path).toContain("text/html");
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    expect(await axeFaults(page), path).toEqual([]);
  }
}

async function comeBackAfterLogIn(browser: Browser, server: ServerProcess): Promise<void> {
  const { page } = await openWindow(browser, server.url);
  await page.goto(`${server.url}/docs/acme/keys#revoke-a-key`);
  await page.getByRole("heading", { level: 1, name: "This page is private" }).waitFor();
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "63-private-page");
  await page.getByRole("link", { name: "Log in to read it" }).click();
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/docs/acme/keys");
}
