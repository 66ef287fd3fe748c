import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { agentSessions } from "../src/contract/jobs.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { startJob, takeSetupLink } from "./dashboard-steps.ts";
import { branchFiles, makeRepository } from "./job-node.ts";
import { lookAt } from "./look-at.ts";
import { newDataFolder, type ServerProcess, serveUntilEnd } from "./server-process.ts";

const branch = "docs/gadget";
const followUp = "Replace “door” with “gate” everywhere.";
const pages = {
  "keys.md": "---\ntitle: Keys\n---\n\n# Keys\n\nA widget opens the door.\n",
  "install.md": "---\ntitle: Install\n---\n\n# Install\n\nThe widget needs no tools.\n",
};

test("a job that has ended goes on with a follow-up and updates its change", {
  timeout: 240_000,
}, async () => {
  const repository = await makeRepository(pages);
  const server = await serveUntilEnd(["--data", await newDataFolder(), "--docs", repository]);
  const { page, problems } = await openWindow(await launchBrowser(), server.url);
  await takeSetupLink(page, server);
  await startJob(page, { branch, instruction: "Replace “widget” with “gadget” everywhere." });
  const main = page.getByRole("main");
  await main.getByText("The change is ready to review").waitFor();
  await lookAt(page, "40-job-ended");

  const box = main.getByLabel("Send a follow-up");
  const send = main.getByRole("button", { name: "Send", exact: true });
  await main.getByText(`It goes on upon the branch ${branch} and updates change 1`).waitFor();
  expect(await send.isDisabled()).toBe(true);
  await box.fill("  ");
  expect(await send.isDisabled()).toBe(true);
  await box.fill(followUp);
  expect(await send.isDisabled()).toBe(false);
  await lookAt(page, "41-follow-up-written");
  await box.press("ControlOrMeta+Enter");

  const log = main.getByRole("region", { name: "What the job did" });
  const finishes = () => log.getByText("Finish", { exact: true }).count();
  await log.getByText(followUp).waitFor();
  await expect.poll(finishes, { timeout: 100_000 }).toBe(2);
  await main.getByText("The change is ready to review").waitFor();
  expect(await box.inputValue()).toBe("");
  await expectTimeline(page);
  await lookAt(page, "42-follow-up-done");
  await page.reload();
  await expect.poll(finishes, { timeout: 100_000 }).toBe(2);
  await expectTimeline(page);

  const files = await branchFiles(repository, branch);
  expect(files["keys.md"]).toContain("A gadget opens the gate.");
  await expectOneChange(page, server);
  expect(problems).toEqual([]);
});

/** The first ending, the follow-up behind it, the second turn's work behind that. */
async function expectTimeline(page: Page): Promise<void> {
  const log = page.getByRole("region", { name: "What the job did" });
  const lines = (await log.innerText()).split("\n");
  const places = ["Completed", followUp].map((text) => lines.indexOf(text));
  const lastFinish = lines.lastIndexOf("Finish");
  expect([...places, lastFinish].toSorted((left, right) => left - right)).toEqual([
    ...places,
    lastFinish,
  ]);
  expect(places[0]).toBeGreaterThan(lines.indexOf("Finish"));
  expect(lines.filter((line) => line === followUp)).toHaveLength(1);
}

async function expectOneChange(page: Page, server: ServerProcess): Promise<void> {
  const headers = { "x-docent-dashboard": "1" };
  const reply = await page.request.get(`${server.url}/v1/agent/docent/jobs`, { headers });
  const { allSessions } = agentSessions.parse(await reply.json());
  expect(allSessions).toMatchObject([{ branch, haultReason: "completed" }]);
  await page.getByRole("navigation").getByRole("link", { name: "Changes" }).click();
  const rows = page.getByRole("main").getByRole("list").getByRole("listitem");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
}
