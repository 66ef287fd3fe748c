import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { takeSetupLink, visit } from "./dashboard-steps.ts";
import { startFakeAnthropic } from "./fake-anthropic.ts";
import { lookAt } from "./look-at.ts";
import { makeRepository } from "./make-repository.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

const modelKey = "sk-hunter2-0123456789abcdef";

test("an owner changes a project, its sources and the server in the dashboard, under what the environment sets", {
  timeout: 300_000,
}, async () => {
  const good = { pieces: ["ready"], usage: { input: 12, output: 3 } };
  const model = await startFakeAnthropic([good, { fault: { status: 401 } }]);
  onTestFinished(model.close);
  const { path } = await makeRepository({ "a.md": "# A\n\nOne.\n" });
  const args = ["--data", await newDataFolder(), "--docs", path, "--domain", "acme"];
  const quiet = { DOCENT_POLL_SECONDS: "0", DOCENT_WATCH: "off", DOCENT_JOBS_AT_ONCE: "1" };
  const server = await serveUntilEnd(args, quiet);
  const { page, problems } = await openWindow(await launchBrowser(), server.url);
  await takeSetupLink(page, server);
  await visit(page, "Settings");

  await keepsWhatIsTyped(page);
  await changesTheProject(page);
  await changesSources(page);
  await testsTheModel(page, model.url);
  await showsWhatTheEnvironmentSets(page);
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "40-settings");
  expect(await page.content()).not.toContain("hunter2");
  expect(model.requests.map(({ headers }) => headers["x-api-key"])).toEqual([modelKey, modelKey]);
  expect(problems).toEqual([]);
});

async function keepsWhatIsTyped(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Acme docs");
  await visit(page, "Jobs");
  await visit(page, "Settings");
  await page.reload();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Acme docs");
}

async function changesTheProject(page: Page): Promise<void> {
  const card = page.locator("#general");
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
  expect(await axeFaults(page)).toEqual([]);
  await form.getByLabel("Repository").fill("http://127.0.0.1:9/acme/more.git");
  await form.getByLabel("Mount").fill("more");
  await form.getByRole("button", { name: "Add source" }).click();
  const connection = page.getByRole("dialog", { name: "Connection" });
  await connection.getByRole("button", { name: "Check connection" }).click();
  await connection.locator(".connection-findings .notice-bad").first().waitFor();
  await connection.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Sync now" }).click();
  await sources.getByText("Failed").waitFor();
  await sources.getByRole("button", { name: "Remove" }).click();
  const confirm = page.getByRole("dialog", { name: "Remove this source?" });
  await confirm.getByRole("button", { name: "Remove source" }).click();
  await sources.getByText("127.0.0.1:9/acme/more.git").waitFor({ state: "detached" });
}

async function testsTheModel(page: Page, url: string): Promise<void> {
  const models = page.getByRole("list", { name: "Models in use" });
  await models.getByRole("button", { name: "Test sonnet" }).click();
  await models.getByText("It is part of Docent.").waitFor();
  const server = page.locator("#server");
  await server.getByLabel("Provider").selectOption("anthropic");
  await server.getByLabel("Key for Anthropic", { exact: true }).fill(modelKey);
  await server.getByLabel("Address of a gateway to Anthropic").fill(url);
  await server.getByRole("button", { name: "Save" }).first().click();
  await server.getByText("One that ends in cdef is stored.").waitFor();
  await models.getByText("anthropic: claude-sonnet-5-5").waitFor();
  await models.getByRole("button", { name: "Test sonnet" }).click();
  await models.getByText("The model answers.").waitFor();
  await models.getByRole("button", { name: "Test sonnet" }).click();
  await models.getByText(/status 401/).waitFor();
}

async function showsWhatTheEnvironmentSets(page: Page): Promise<void> {
  const jobs = page.locator("#server").getByLabel("Jobs at once");
  expect([await jobs.inputValue(), await jobs.isDisabled()]).toEqual(["1", true]);
  await page.getByText("Set by DOCENT_JOBS_AT_ONCE in the environment.").waitFor();
}
