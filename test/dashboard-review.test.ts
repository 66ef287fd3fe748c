import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { closeWithEscape, startJob, takeSetupLink, visit } from "./dashboard-steps.ts";
import { branchFiles, makeRepository } from "./job-node.ts";
import { lookAt } from "./look-at.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

const pageCount = 300;
const branch = "docs/gadget";

/** A tag that is not closed cannot be read in the one page that is MDX: the change is a draft with a failed check. */
const instruction = "Replace “widget” with “<gadget” everywhere.";

function docs(): Record<string, string> {
  const folders = ["guide", "guide/advanced", "reference"];
  const names = Array.from({ length: pageCount }, (_, index) => String(index).padStart(3, "0"));
  return Object.fromEntries([
    ...names.map((name, index) => [
      `${folders[index % folders.length]}/page-${name}.md`,
      `---\ntitle: Page ${name}\n---\n\n# Page ${name}\n\n${paragraphs(name)}`,
    ]),
    ["tags.mdx", "---\ntitle: Tags\n---\n\n# Tags\n\nA widget is here.\n"],
    ["labels.mdx", "---\ntitle: Labels\n---\n\n# Labels\n\nA label stands there.\n"],
  ]);
}

function paragraphs(name: string): string {
  const rest = Array.from({ length: 30 }, (_, line) => `Line ${line} stays as it is.\n`).join("");
  return `The widget of page ${name} opens.\n\n${rest}\nAnother widget waits.\n`;
}

test("a change of 301 files is reviewed, sent back with comments, merged with a warning and reverted", {
  timeout: 600_000,
}, async () => {
  const repository = await makeRepository(docs());
  const args = ["--data", await newDataFolder(), "--docs", repository, "--domain", "acme"];
  const server = await serveUntilEnd(args);
  const { page, problems } = await openWindow(await launchBrowser(), server.url);
  await takeSetupLink(page, server);
  await startJob(page, { branch, instruction });
  await page
    .getByRole("main")
    .getByText(/^The change is a draft/)
    .first()
    .waitFor();

  await findInList(page);
  await expectFilesFirst(page);
  await goThroughFiles(page);
  await showMoreOfAFile(page);
  await commentOnTwoLines(page);
  await sendToTheAgent(page);
  await mergeInSpiteOfTheWarning(page);
  expect((await branchFiles(repository, "main"))["guide/page-000.md"]).toContain("gadget");
  await revert(page);
  await lookForBarriers(page);
  expect(problems).toEqual([]);
});

async function findInList(page: Page): Promise<void> {
  await visit(page, "Changes");
  const row = page.getByRole("main").getByRole("listitem");
  await row.getByText("1 check failed").waitFor();
  await page.getByRole("searchbox", { name: "Search changes" }).fill("no such words");
  await page.getByText("No open change is called that").waitFor();
  await page.getByRole("searchbox", { name: "Search changes" }).fill("gadget");
  await row.waitFor();
  await page.getByRole("radio", { name: "Merged" }).check();
  await page.getByText("No merged change is called that").waitFor();
  await page.getByRole("radio", { name: "Drafts" }).check();
  await row.waitFor();
  await page.reload();
  await row.waitFor();
  expect(new URL(page.url()).search).toBe("?q=gadget&state=draft");
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "70-changes");
  await row.getByRole("link", { name: /^Replace/ }).click();
}

const diffOf = (page: Page) => page.getByRole("region", { name: "Files changed" });
const firstFile = "guide/advanced/page-001.md";
const fileOf = (page: Page, path: string) => diffOf(page).locator(`article[data-path="${path}"]`);

/** Far from the window a file is its name alone: its lines are drawn when it comes near. */
async function goTo(page: Page, path: string): Promise<Locator> {
  const file = fileOf(page, path);
  await page.evaluate(`document.querySelector('article[data-path="${path}"]').scrollIntoView()`);
  await file.getByRole("checkbox", { name: "Viewed" }).waitFor();
  return file;
}

/** The first changed line stands in the first window, and only what is near is drawn. */
async function expectFilesFirst(page: Page): Promise<void> {
  const first = diffOf(page).locator("tr.diff-added").first();
  await first.waitFor();
  const { height = 0 } = page.viewportSize() ?? {};
  const box = await first.boundingBox();
  expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height);
  expect(await diffOf(page).locator("article").count()).toBe(pageCount + 1);
  expect(await diffOf(page).locator("tr.diff-added").count()).toBeLessThan(100);
  await lookAt(page, "71-change-of-301-files");
}

async function goThroughFiles(page: Page): Promise<void> {
  const tree = page.getByRole("navigation", { name: "Files" });
  await tree.getByRole("searchbox", { name: "Filter files" }).fill("page-29");
  await expect.poll(() => tree.getByRole("link").count()).toBe(10);
  await tree.getByRole("link", { name: /page-299\.md/ }).click();
  const last = fileOf(page, "reference/page-299.md");
  await last.getByRole("checkbox", { name: "Viewed" }).check();
  await expect.poll(() => last.locator("tr").count()).toBe(0);
  await page.getByText("1 of 301 viewed").waitFor();
  await (await goTo(page, firstFile)).locator("h3").click();
  await page.keyboard.press("j");
  await page.keyboard.press("v");
  await page.getByText("2 of 301 viewed").waitFor();
  await page.reload();
  await page.getByText("2 of 301 viewed").waitFor();
}

async function showMoreOfAFile(page: Page): Promise<void> {
  const file = await goTo(page, firstFile);
  await file.getByRole("button", { name: "20 lines down" }).first().click();
  await file.getByText("Line 20 stays as it is.").waitFor();
  expect(await file.getByText("Line 24 stays as it is.").count()).toBe(0);
  await file.getByRole("button", { name: "Whole file" }).click();
  await file.getByText("Line 24 stays as it is.").waitFor();
  await file.getByRole("button", { name: "After" }).click();
  const shown = file.frameLocator("iframe");
  await shown.getByRole("heading", { name: "Page 001" }).waitFor();
  await shown.getByText("The <gadget of page 001 opens.").waitFor();
  await file.getByRole("button", { name: "Before" }).click();
  await shown.getByText("The widget of page 001 opens.").waitFor();
  await lookAt(page, "72-rendered-page");
  await file.getByRole("button", { name: "Diff" }).click();
}

/** One comment by the mouse, one by the keyboard alone; both are there again after a reload. */
async function commentOnTwoLines(page: Page): Promise<void> {
  const file = await goTo(page, firstFile);
  const line = file.locator("tr.diff-added").first();
  await line.hover();
  await line.getByRole("button", { name: /^Comment on line/ }).click();
  await page.keyboard.type("Say what the gadget opens.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await file.getByRole("textbox", { name: /^Comment on line \d+ of guide/ }).waitFor();
  await page.keyboard.type("And why.");
  await page.reload();
  const review = page.getByRole("form", { name: "Your review" });
  await review.getByText("2 comments").waitFor();
  await goTo(page, firstFile);
  await file.getByText("Say what the gadget opens.").waitFor();
  await file.getByText("And why.").waitFor();
  await lookAt(page, "73-comments");
}

async function sendToTheAgent(page: Page): Promise<void> {
  const review = page.getByRole("form", { name: "Your review" });
  await review.getByLabel("Message to the agent").fill("Replace “Another” with “A second”.");
  await review.getByRole("button", { name: "Send to the agent" }).click();
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Show the job" }).waitFor();
  await review.getByText("Your review").waitFor();
  const file = await goTo(page, firstFile);
  await file.getByText("Say what the gadget opens.").waitFor();
  expect(await file.getByText("not sent yet").count()).toBe(0);
  await lookAt(page, "74-review-sent");
}

async function mergeInSpiteOfTheWarning(page: Page): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Mark ready" }).click();
  const ready = page.getByRole("dialog", { name: "Mark as ready?" });
  await agreeTo(page, "Mark ready anyway");
  await ready.waitFor({ state: "detached" });
  await main.getByRole("button", { name: "Merge", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Merge this change?" });
  await dialog.getByText("1 check failed").waitFor();
  await dialog.getByText("Changed pages can be read").waitFor();
  await lookAt(page, "75-merge-warning");
  await agreeTo(page, "Merge anyway");
  await main.getByText("Merged", { exact: true }).waitFor();
}

/** Nothing can be pressed before what failed was agreed to. */
async function agreeTo(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const button = dialog.getByRole("button", { name: action });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole("checkbox").check();
  await button.click();
}

async function revert(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Revert" }).click();
  await page.getByRole("button", { name: "Propose the revert" }).click();
  await page.waitForURL(/\/changes\/2$/);
  const removed = diffOf(page).locator("tr.diff-removed").first();
  await removed.waitFor();
  expect(await removed.innerText()).toContain("gadget");
  await lookAt(page, "76-revert");
}

/** On a small change, because looking at a large one takes long: everything open that can be. */
async function lookForBarriers(page: Page): Promise<void> {
  const task = { branch: "docs/labels", instruction: "Replace “stands” with “<stands”." };
  await startJob(page, task);
  const outcome = page.getByRole("region", { name: "How it ended" });
  await outcome.getByRole("link", { name: /^Replace/ }).click();
  const main = page.getByRole("main");
  await main.getByText("Description", { exact: true }).click();
  const file = await goTo(page, "labels.mdx");
  await file.getByRole("button", { name: "After" }).click();
  await file.locator("iframe").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await file.getByRole("button", { name: "Diff" }).click();
  const line = file.locator("tr.diff-removed").first();
  await line.hover();
  await line.getByRole("button", { name: /^Comment on removed line/ }).click();
  await page.keyboard.type("Why?");
  expect(await axeFaults(page)).toEqual([]);
  await file.getByRole("button", { name: "Add comment" }).click();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys for reviewing" });
  await keys.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await closeWithEscape(page, keys);
  await main.getByRole("button", { name: "Mark ready" }).click();
  await page.getByRole("dialog", { name: "Mark as ready?" }).getByText("1 check failed").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "77-ready-warning");
}
