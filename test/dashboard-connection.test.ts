import { expect, test } from "vitest";
import { launchBrowser, openWindow } from "./browser.ts";
import { takeSetupLink } from "./dashboard-steps.ts";
import { lookAt } from "./look-at.ts";
import { makeRepository } from "./make-repository.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

const settings = { DOCENT_POLL_SECONDS: "0", DOCENT_WATCH: "off" };

test("the owner checks a connection, stores a token and is told what webhooks need", {
  timeout: 240_000,
}, async () => {
  const { path } = await makeRepository({ "a.md": "# A\n\nOne.\n" });
  const args = ["--data", await newDataFolder(), "--docs", path, "--domain", "acme"];
  const server = await serveUntilEnd(args, settings);
  const { page } = await openWindow(await launchBrowser(), server.url);
  await takeSetupLink(page, server);
  await page.getByRole("button", { name: "Connection" }).click();
  const dialog = page.getByRole("dialog", { name: "Connection" });
  await dialog.getByRole("button", { name: "Check connection" }).click();
  await dialog.getByText("Git reads the source.").waitFor();
  await dialog.getByText(/speaks no API of this repository's host/).waitFor();
  await dialog.getByLabel("New token").fill("github_pat_hunter2_0123456789");
  await dialog.getByRole("button", { name: "Store" }).click();
  await dialog.getByText(/A token that ends in 6789 is stored, set by owner/).waitFor();
  expect(await dialog.getByLabel("New token").inputValue()).toBe("");
  await dialog.getByRole("button", { name: "Set up webhook" }).click();
  await dialog.getByText(/set DOCENT_PUBLIC_URL and start Docent again/).waitFor();
  await lookAt(page, "32-connection");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await dialog.getByText(/is stored, set by/).waitFor({ state: "detached" });
  expect(await page.content()).not.toContain("hunter2");
});
