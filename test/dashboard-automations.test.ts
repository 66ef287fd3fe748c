import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { operator } from "../src/lib/actor.ts";
import { systemClock } from "../src/lib/clock.ts";
import { createKeyRing } from "../src/lib/key-ring.ts";
import { addCodeRepository } from "../src/projects/code-repositories/change-code-repositories.ts";
import { openDatabase } from "../src/store/database.ts";
import { findProjectByDomain } from "../src/store/docs/projects.ts";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { takeSetupLink, visit } from "./dashboard-steps.ts";
import { lookAt } from "./look-at.ts";
import { makeRepository } from "./make-repository.ts";
import { openMemberSession } from "./owner.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

test("somebody makes an automation, sees what it would do, runs it and follows it to its change", {
  timeout: 300_000,
}, async () => {
  const { path } = await makeRepository({ "a.md": "# Acme\n\nAcme has one limit.\n" });
  const code = await makeRepository({ "limit.ts": "export const limit = 5;\n" });
  await code.commit("main", {
    "limit.ts": 'export const limit = 6;\nconst password = "hunter2";\n',
  });
  const data = await newDataFolder();
  const args = ["--data", data, "--docs", path, "--domain", "acme"];
  const quiet = { DOCENT_POLL_SECONDS: "0", DOCENT_WATCH: "off", DOCENT_JOBS_AT_ONCE: "1" };
  const server = await serveUntilEnd(args, quiet);
  const viewer = await withStore(data, code.path);
  const browser = await launchBrowser();
  const { page, problems } = await openWindow(browser, server.url);
  await takeSetupLink(page, server);
  await visit(page, "Automations");
  await page.getByText("No automation yet").waitFor();

  await makesOne(page);
  await runsIt(page);
  await previewsCode(page);
  expect(problems.filter((problem) => !/status of 400/.test(problem))).toEqual([]);

  const other = await openWindow(browser, server.url);
  await other.context.addCookies([{ name: "docent_session", value: viewer, url: server.url }]);
  await other.page.goto(`${server.url}/dashboard/acme/automations`);
  await other.page.getByRole("link", { name: "Tidy up" }).click();
  await other.page.getByText("Changed", { exact: true }).waitFor();
  expect(await other.page.locator("main").getByRole("button").count()).toBe(0);
});

/** A repository on this machine is the operator's to name. */
async function withStore(data: string, location: string): Promise<string> {
  const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
  const project = await findProjectByDomain(db, "acme");
  const ring = createKeyRing({ given: [], file: join(data, "none") });
  await addCodeRepository({ db, clock: systemClock, ring, internalHosts: [] }, operator, {
    projectId: project?.id ?? "",
    request: { location, branch: "main" },
  });
  const session = await openMemberSession({ db, clock: systemClock }, "viewer");
  await db.destroy();
  return session;
}

async function makesOne(page: Page): Promise<void> {
  await page.getByRole("link", { name: "New automation" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Tidy up");
  await page.getByLabel("Schedule", { exact: true }).fill("0 7 30 2 *");
  await page.getByLabel("Time zone").fill("Europe/Zurich");
  await page.getByLabel("Instruction").fill('Rename "Acme" to "Apex" everywhere.');
  await page.getByRole("button", { name: "Create automation" }).click();
  await page.getByText("No year has such a date").first().waitFor();
  await page.getByLabel("Schedule", { exact: true }).fill("0 7 * * mon");
  await page.getByRole("button", { name: "Show preview" }).click();
  await page.getByText("every Monday at 07:00, Europe/Zurich").waitFor();
  expect(await page.getByRole("list", { name: "Next times" }).getByRole("listitem").count()).toBe(
    5,
  );
  await page.getByLabel("Quiet hours").check();
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "60-automation-form");
  await page.getByRole("button", { name: "Create automation" }).click();
  await page.getByRole("heading", { level: 1, name: "Tidy up" }).waitFor();
}

async function runsIt(page: Page): Promise<void> {
  await page.getByText("It has not run yet").waitFor();
  await page
    .getByRole("button", { name: "Edit" })
    .or(page.getByRole("link", { name: "Edit" }))
    .click();
  // The test may run at night.
  await page.getByLabel("Quiet hours").uncheck();
  await page.getByRole("button", { name: "Save automation" }).click();
  await page.getByRole("button", { name: "Run now" }).click();
  const runs = page.getByRole("list", { name: "Runs" });
  await runs.getByText("Changed", { exact: true }).waitFor({ timeout: 120_000 });
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "61-automation");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await runs.getByRole("link", { name: "Change 1" }).click();
  await page.getByRole("heading", { level: 1, name: /Acme/ }).waitFor();
  await visit(page, "Automations");
  await page.getByText("Paused").waitFor();
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "62-automations");
  await page.getByRole("button", { name: "Add repository" }).click();
  expect(await axeFaults(page, "dialog[open]")).toEqual([]);
  await page.keyboard.press("Escape");
}

async function previewsCode(page: Page): Promise<void> {
  await page.getByRole("link", { name: "New automation" }).click();
  await page.getByRole("radio", { name: "After code changes" }).check();
  await page.getByLabel("Code repository").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Show preview" }).click();
  const material = page.getByText("=== material").first();
  await material.waitFor();
  expect(await material.textContent()).toContain("+export const limit = 6;");
  expect(await page.content()).not.toContain("hunter2");
  await lookAt(page, "63-automation-code");
}
