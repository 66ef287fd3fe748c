import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { agentSessions } from "../src/contract/jobs.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import {
  ask,
  closeWithEscape,
  createKey,
  leave,
  logIn,
  password,
  recordTexts,
  slowDown,
  tabStops,
  visit,
} from "./dashboard-steps.ts";
import { lookAt } from "./look-at.ts";
import { runSnippet } from "./run-snippet.ts";
import {
  answerOf,
  askServer,
  newDataFolder,
  type ServerProcess,
  serveUntilEnd,
} from "./server-process.ts";

const [oldTerm, newTerm] = ["fingerprint", "reader mark"];
const question = "Who does a thread belong to?";

test("from the first log-in to the merged change and the last log-out", {
  timeout: 240_000,
}, async () => {
  const server = await serveUntilEnd(["--data", await newDataFolder()]);
  const browser = await launchBrowser();
  const { page, problems } = await openWindow(browser, server.url);
  const link = await setUp(page, server);
  const other = await openWindow(browser, server.url);
  await expectDeadLink(other.page, server, link);
  await logIn(other.page);

  await walkWithKeyboard(page);
  await visit(page, "API keys");
  const reader = await createReaderKey(page);
  const script = await createScriptKey(page);

  await expectStreamedAnswer(page);
  await editDocs(page);
  await reviewAndMerge(page);
  await expectNewWords(page, server, reader);
  await expectListedJob(script, server);

  await revoke(page, server, reader);
  await lookAtTheRest(page);
  await logOutBeforeReplies(page);
  await logIn(page);
  await expectLogOutEverywhere(page, other.page);
  expect(problems).toEqual([]);
  const refused =
    /console: Failed to load resource: the server responded with a status of (401|403 \(Forbidden\) \(\/auth\/setup\/link\))/;
  expect(other.problems).not.toEqual([]);
  for (const problem of other.problems) expect(problem).toMatch(refused);
});

async function setUp(page: Page, server: ServerProcess): Promise<string> {
  const link = /^ {2}(http:\S+\/dashboard\/setup#[\w-]{43})$/m.exec(server.stdout())?.[1] ?? "";
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole("heading", { name: "Almost there" }).waitFor();
  await lookAt(page, "01-needs-setup");
  await page.goto(link);
  await page.getByRole("heading", { name: "Welcome to Docent" }).waitFor();
  expect(page.url(), "the token must not stay in the address").not.toContain("#");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await lookAt(page, "02-setup");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Docent", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/docent");
  await lookAt(page, "03-home-empty");
  return link;
}

async function expectDeadLink(page: Page, server: ServerProcess, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("heading", { name: "Already set up" }).waitFor();
  await lookAt(page, "04-already-set-up");
  const again = await fetch(`${server.url}/auth/setup`, {
    method: "POST",
    headers: { "x-docent-dashboard": "1", "content-type": "application/json" },
    body: JSON.stringify({ token: link.split("#")[1], password: "another long password" }),
  });
  expect(again.status).toBe(403);
  await page.getByRole("link", { name: "Log in" }).click();
  await lookAt(page, "05-log-in");
}

async function walkWithKeyboard(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole("button", { name: "Sync now" }).waitFor();
  const stops = await tabStops(page);
  expect(stops[0]).toBe('link "Skip to content"');
  const links = ["Overview", "Ask", "Jobs", "Changes", "API keys"].map((name) => `link "${name}"`);
  expect(stops).toEqual(
    expect.arrayContaining([
      ...links,
      expect.stringMatching(/^button "Owner .*Settings and log out"$/),
      'textbox "Ask the docs"',
      'button "Sync now"',
    ]),
  );
  const account = page.getByRole("button", { name: "Settings and log out" });
  await account.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("menuitemradio", { name: "Light" }).waitFor();
  await lookAt(page, "06-account-menu");
  await closeWithEscape(page, page.getByRole("menu"));
  expect(await page.locator(":focus").innerText()).toContain("Settings and log out");
}

/** The public key's command is run as it was copied. */
async function createReaderKey(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await lookAt(page, "07-create-key");
  await closeWithEscape(page, page.getByRole("dialog"));
  const wanted = { kind: "Assistant", label: "Docs site", snippet: "curl" };
  const { key, snippet } = await createKey(page, wanted);
  expect(key).toMatch(/^svc_dsc_/);
  await lookAt(page, "08-created-assistant-key");
  await page.getByRole("button", { name: "I have stored the key" }).click();
  const printed = await runSnippet(snippet);
  expect(printed).toContain('data: {"type":"text-delta"');
  expect(printed.trimEnd().endsWith("data: [DONE]")).toBe(true);
  return key;
}

async function createScriptKey(page: Page): Promise<string> {
  const wanted = { kind: "Admin", label: "Pipeline", snippet: "List jobs" };
  const { key, snippet } = await createKey(page, wanted);
  expect(key).toMatch(/^svc_(?!dsc_)/);
  await lookAt(page, "09-created-admin-key");
  await page.getByRole("button", { name: "I have stored the key" }).click();
  await page.getByRole("row", { name: "Pipeline" }).waitFor();
  expect(await page.getByRole("main").innerText()).not.toContain(key);
  return snippet;
}

async function expectStreamedAnswer(page: Page): Promise<void> {
  await visit(page, "Ask");
  await lookAt(page, "10-ask-empty");
  await slowDown(page);
  const readTexts = await recordTexts(page, '[role="log"] article');
  const answer = await ask(page, "How do I rotate a key without downtime?");
  expect((await readTexts()).length, "the answer came in one piece").toBeGreaterThan(3);
  await answer.getByRole("region", { name: "Sources" }).waitFor();
  await lookAt(page, "11-answer");
  await answer.getByRole("button", { name: "Citation 1" }).click();
  const card = page.locator(".citation:popover-open");
  expect(await card.locator("blockquote").innerText()).not.toBe("");
  await lookAt(page, "12-citation");
  const opened = page.waitForEvent("popup");
  await card.getByRole("link", { name: "Open page" }).click();
  const docs = await opened;
  await docs.getByRole("heading", { name: "Rotate a key" }).waitFor();
  await docs.close();
}

async function editDocs(page: Page): Promise<void> {
  await visit(page, "Jobs");
  await lookAt(page, "13-jobs-empty");
  await page.getByRole("button", { name: "New job" }).click();
  const form = page.getByRole("dialog", { name: "New job" });
  const instruction = `Replace “${oldTerm}” with “${newTerm}” everywhere.`;
  await form.getByLabel("Instruction").fill(instruction);
  await form.getByLabel("Branch").fill("docs/reader-mark");
  await lookAt(page, "14-new-job");
  const readTodos = await recordTexts(page, "aside");
  await form.getByRole("button", { name: "Start job" }).click();
  const main = page.getByRole("main");
  await main.getByRole("region", { name: "Instruction" }).getByText(instruction).waitFor();
  await main.getByText("Finish", { exact: true }).waitFor();
  await main.getByText("Completed", { exact: true }).waitFor();
  const progress = (await readTodos()).map((text) => /\d of 3/.exec(text)?.[0]);
  expect(progress).toEqual(expect.arrayContaining(["0 of 3", "1 of 3", "3 of 3"]));
  expect(await main.getByRole("complementary").innerText()).toContain("3 of 3");
  const edits = main.locator("details").filter({ has: page.getByText("Replace", { exact: true }) });
  const edit = edits.first();
  await edit.locator("summary").click();
  await edit.getByText(newTerm).first().waitFor();
  await lookAt(page, "15-job");
  await visit(page, "Jobs");
  await lookAt(page, "16-jobs");
  await page.getByRole("link", { name: "#1" }).click();
}

async function reviewAndMerge(page: Page): Promise<void> {
  const diff = page.getByRole("region", { name: "Files changed" });
  await diff.waitFor();
  await expectDiff(page, "tr.diff-added", "tr.diff-removed");
  await lookAt(page, "17-change-unified");
  await diff.getByRole("radio", { name: "Split" }).check();
  await expectDiff(page, "td.line.diff-added", "td.line.diff-removed");
  await page.setViewportSize({ width: 390, height: 800 });
  await expectDiff(page, "tr.diff-added", "tr.diff-removed");
  await page.setViewportSize({ width: 1280, height: 800 });
  await lookAt(page, "18-change-split");
  const merge = page.getByRole("button", { name: "Merge", exact: true });
  const dialog = page.getByRole("dialog", { name: "Merge this change?" });
  await merge.click();
  await dialog.waitFor();
  await lookAt(page, "19-merge");
  await closeWithEscape(page, dialog);
  await merge.click();
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByRole("main").getByText("Merged", { exact: true }).waitFor();
  await lookAt(page, "20-merged");
}

async function expectDiff(page: Page, added: string, removed: string): Promise<void> {
  const newLines = page.locator(added);
  await newLines.first().waitFor();
  expect((await newLines.allInnerTexts()).join("\n")).toContain(newTerm);
  expect((await page.locator(removed).allInnerTexts()).join("\n")).toContain(oldTerm);
}

/** On the page and through the public key: the merge has synced the docs. */
async function expectNewWords(page: Page, server: ServerProcess, key: string): Promise<void> {
  await visit(page, "Ask");
  const answer = await ask(page, question);
  for (const text of [
    await answer.innerText(),
    await answerOf(await askServer(server.url, key, question)),
  ]) {
    expect(text).toContain(newTerm);
    expect(text).not.toContain(oldTerm);
  }
}

async function expectListedJob(snippet: string, server: ServerProcess): Promise<void> {
  const { allSessions } = agentSessions.parse(JSON.parse(await runSnippet(snippet)));
  expect(allSessions).toMatchObject([
    {
      branch: "docs/reader-mark",
      haulted: true,
      haultReason: "completed",
      pullRequestLink: `${server.url}/dashboard/docent/changes/1`,
    },
  ]);
}

async function revoke(page: Page, server: ServerProcess, key: string): Promise<void> {
  await visit(page, "API keys");
  const button = page.getByRole("button", { name: "Revoke Docs site" });
  const dialog = page.getByRole("dialog", { name: "Revoke “Docs site”?" });
  await button.click();
  await dialog.waitFor();
  await lookAt(page, "21-revoke");
  await closeWithEscape(page, dialog);
  await answerOf(await askServer(server.url, key, question));
  await button.click();
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("row", { name: "Docs site" }).waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "Revoked" }).check();
  await page.getByRole("row", { name: "Docs site" }).getByText("revoked").waitFor();
  expect((await askServer(server.url, key, question)).status).toBe(401);
  await lookAt(page, "22-keys");
}

async function lookAtTheRest(page: Page): Promise<void> {
  await visit(page, "Changes");
  await lookAt(page, "23-changes-none-open");
  await page.getByRole("radio", { name: "Merged" }).check();
  await page.getByRole("link", { name: /^Replace/ }).waitFor();
  await lookAt(page, "24-changes-merged");
  await visit(page, "Overview", "Docent");
  await page.getByRole("button", { name: "Sync now" }).click();
  await page.getByText("Nothing has changed").waitFor();
  await lookAt(page, "25-home");
}

/** Of what was asked for and not answered yet nothing may reach the server behind the log-out: it would be refused. */
async function logOutBeforeReplies(page: Page): Promise<void> {
  const lists = "**/v1/projects/*/{jobs,keys,changes}*";
  const loggedOut = page.waitForResponse("**/auth/logout");
  let heldBack = 0;
  await page.route(lists, async (route) => {
    heldBack += 1;
    await loggedOut;
    await route.continue();
  });
  // What it hears there makes it ask for each list once more, behind what is held back.
  const heard = page.waitForResponse("**/v1/projects/*/events");
  await page.reload();
  await heard;
  await expect.poll(() => heldBack).toBeGreaterThan(2);
  await leave(page, "Log out");
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  await page.unroute(lists);
}

async function expectLogOutEverywhere(page: Page, other: Page): Promise<void> {
  await visit(other, "Changes");
  await leave(page, "Log out everywhere");
  const dialog = page.getByRole("dialog", { name: "Log out everywhere?" });
  await dialog.waitFor();
  await lookAt(page, "26-log-out-everywhere");
  await dialog.getByRole("button", { name: "Log out everywhere" }).click();
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  await other.getByRole("link", { name: "Jobs" }).click();
  await other.getByRole("heading", { name: "Log in" }).waitFor();
}
