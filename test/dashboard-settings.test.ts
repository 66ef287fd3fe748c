import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../src/lib/clock.ts";
import { openDatabase } from "../src/store/database.ts";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { takeSetupLink, visit } from "./dashboard-steps.ts";
import { startFakeAnthropic } from "./fake-anthropic.ts";
import { lookAt } from "./look-at.ts";
import { makeRepository } from "./make-repository.ts";
import { openMemberSession } from "./owner.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

const modelKey = "sk-hunter2-0123456789abcdef";

test("an owner changes a project, its sources and the server in the dashboard, under what the environment sets", {
  timeout: 300_000,
}, async () => {
  const good = { pieces: ["ready"], usage: { input: 12, output: 3 } };
  const model = await startFakeAnthropic([good, { fault: { status: 401 } }]);
  onTestFinished(model.close);
  const { path } = await makeRepository({ "a.md": "# A\n\nOne.\n" });
  const data = await newDataFolder();
  const args = ["--data", data, "--docs", path, "--domain", "acme"];
  const quiet = { DOCENT_POLL_SECONDS: "0", DOCENT_WATCH: "off", DOCENT_JOBS_AT_ONCE: "1" };
  const server = await serveUntilEnd(args, quiet);
  const browser = await launchBrowser();
  const { page, problems } = await openWindow(browser, server.url);
  await takeSetupLink(page, server);
  await visit(page, "Settings");

  await keepsWhatIsTyped(page);
  await changesTheProject(page);
  await changesSources(page);
  await testsTheModel(page, model.url);
  await showsWhatTheEnvironmentSets(page);
  for (const part of parts) {
    await open(page, part);
    expect(await axeFaults(page, "main")).toEqual([]);
    await lookAt(page, `40-settings-${parts.indexOf(part)}`);
  }
  expect(await page.content()).not.toContain("hunter2");
  expect(model.requests.map(({ headers }) => headers["x-api-key"])).toEqual([modelKey, modelKey]);
  expect(problems.filter((problem) => !/status of (?:400|503)/.test(problem))).toEqual([]);

  const other = await openWindow(browser, server.url);
  await enterAsViewer(other.context, { data, url: server.url });
  await other.page.goto(`${server.url}/dashboard/acme/settings`);
  await changesNothing(other.page);
});

/** As an invited viewer after the log-in. */
async function enterAsViewer(
  context: BrowserContext,
  { data, url }: { data: string; url: string },
): Promise<void> {
  const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
  const value = await openMemberSession({ db, clock: systemClock }, "viewer");
  await db.destroy();
  await context.addCookies([{ name: "docent_session", value, url }]);
}

async function changesNothing(page: Page): Promise<void> {
  await page.getByText("Only an owner can change settings.").waitFor();
  expect(await page.getByText("This server").count()).toBe(0);
  for (const part of parts.slice(0, 5)) {
    await open(page, part);
    expect([part, await page.locator("main").getByRole("button").count()]).toEqual([part, 0]);
    expect(await axeFaults(page, "main")).toEqual([]);
  }
  await open(page, "Project");
  const name = page.getByLabel("Name", { exact: true });
  expect([await name.inputValue(), await name.isDisabled()]).toEqual(["Acme docs", true]);
}

const parts = [
  "Project",
  "Sources",
  "Models",
  "Limits and retention",
  "What jobs edit",
  "Models and embedder",
  "Ceilings and limits",
  "Pull requests and retention",
];

async function open(page: Page, part: string): Promise<void> {
  const nav = page.getByRole("navigation", { name: "Settings" });
  await nav.getByRole("link", { name: part, exact: true }).click();
  await nav.locator('[aria-current="page"]', { hasText: part }).waitFor();
  await page.locator("main form, main .sources-list").first().waitFor();
}

async function keepsWhatIsTyped(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Acme docs");
  await visit(page, "Jobs");
  await visit(page, "Settings");
  await page.reload();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Acme docs");
}

async function changesTheProject(page: Page): Promise<void> {
  const card = page.getByRole("main");
  await card.getByLabel("Base URL").fill("javascript:alert(1)");
  await card.getByRole("radio", { name: /^Public/ }).check();
  await card.getByLabel("Starter questions").fill("How do I begin?\nWhat is A?");
  await card.getByRole("button", { name: "Save" }).click();
  await card
    .getByText(/Must be an http or https address/)
    .first()
    .waitFor();
  await card.getByLabel("Base URL").fill("https://docs.acme.example");
  await card.getByRole("button", { name: "Save" }).click();
  await page.getByRole("status").getByText("Saved.").waitFor();
  await page.reload();
  await page.getByRole("banner").or(page.locator(".side")).getByText("Acme docs").first().waitFor();
  expect(await card.getByLabel("Base URL").inputValue()).toBe("https://docs.acme.example");
  expect(await card.getByRole("radio", { name: /^Public/ }).isChecked()).toBe(true);
  expect(await card.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
}

/** The repository answers nobody: what is said about it is what counts here. */
async function changesSources(page: Page): Promise<void> {
  await open(page, "Sources");
  const sources = page.getByRole("list", { name: "Sources" });
  await sources.getByText("Set by DOCENT_DOCS in the environment").waitFor();
  await page.getByRole("button", { name: "Add source" }).click();
  const form = page.getByRole("dialog", { name: "Add a source" });
  await form.getByLabel("Repository").fill("/etc");
  await form.getByRole("button", { name: "Add source" }).click();
  await form
    .getByText(/A folder of the server is added on its command line/)
    .first()
    .waitFor();
  expect(await axeFaults(page, "main")).toEqual([]);
  await form.getByLabel("Repository").fill("https://127.0.0.1:9/acme/more.git");
  await form.getByRole("button", { name: "Add source" }).click();
  await form
    .getByText(/inside the server's own networks/)
    .first()
    .waitFor();
  await form.getByLabel("Repository").fill("https://git.invalid/acme/more.git");
  await form.getByLabel("Mount").fill("more");
  await form.getByRole("button", { name: "Add source" }).click();
  const connection = page.getByRole("dialog", { name: "Connection" });
  await connection.getByRole("button", { name: "Check connection" }).click();
  await connection.locator(".connection-findings .notice-bad").first().waitFor();
  await connection.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Sync now" }).click();
  await sources.getByText("Failed", { exact: true }).waitFor();
  await sources.getByRole("button", { name: "Remove" }).click();
  const confirm = page.getByRole("dialog", { name: "Remove this source?" });
  await confirm.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "56-remove-source");
  await confirm.getByRole("button", { name: "Remove source" }).click();
  await sources
    .getByText("git.invalid/acme/more.git", { exact: true })
    .waitFor({ state: "detached" });
}

async function testsTheModel(page: Page, url: string): Promise<void> {
  await open(page, "Models");
  const models = page.getByRole("list", { name: "Models in use" });
  await models.getByRole("button", { name: "Test sonnet" }).click();
  await models.getByText("It is part of Docent.").waitFor();
  await open(page, "Models and embedder");
  const server = page.getByRole("main");
  await server.getByLabel("Provider").selectOption("anthropic");
  await server.getByLabel("Key for Anthropic", { exact: true }).fill(modelKey);
  await server.getByLabel("Address of a gateway to Anthropic").fill(url);
  await server.getByRole("button", { name: "Save" }).first().click();
  await server.getByText("One that ends in cdef is stored.").waitFor();
  await open(page, "Models");
  await models.getByText("anthropic: claude-sonnet-5-5").waitFor();
  await models.getByRole("button", { name: "Test sonnet" }).click();
  await models.getByText("The model answers.").waitFor();
  await models.getByRole("button", { name: "Test sonnet" }).click();
  await models.getByText(/status 401/).waitFor();
}

async function showsWhatTheEnvironmentSets(page: Page): Promise<void> {
  await open(page, "Ceilings and limits");
  const jobs = page.getByLabel("Jobs at once");
  expect([await jobs.inputValue(), await jobs.isDisabled()]).toEqual(["1", true]);
  await page.getByText("Set by DOCENT_JOBS_AT_ONCE in the environment.").waitFor();
}
