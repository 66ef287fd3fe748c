import { expect, test } from "vitest";
import { launchBrowser, openWindow } from "./browser.ts";
import { takeSetupLink } from "./dashboard-steps.ts";
import { lookAt } from "./look-at.ts";
import { makeRepository } from "./make-repository.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

test("the owner names files that jobs may write besides the docs, and is told of the risk", {
  timeout: 240_000,
}, async () => {
  const { path } = await makeRepository({ "a.md": "# A\n\nOne.\n" });
  const args = ["--data", await newDataFolder(), "--docs", path, "--domain", "acme"];
  const server = await serveUntilEnd(args);
  const { page, problems } = await openWindow(await launchBrowser(), server.url);
  await takeSetupLink(page, server);
  const main = page.getByRole("main");
  await main.getByText("The docs alone: texts, data, images and navigation.").waitFor();
  await main.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "What jobs may write" });
  await dialog.getByText("Files that run are a risk").waitFor();
  const field = dialog.getByLabel("Extra paths");
  const save = dialog.getByRole("button", { name: "Save" });
  await field.fill("README.md\n.github/workflows/x.yml");
  await save.click();
  await dialog.getByText(/workflows\/x\.yml" runs by itself .*jobs never write it/).waitFor();
  await lookAt(page, "65-extra-paths");
  expect(problems.splice(0)).toHaveLength(1);
  await field.fill(" README.md\n\ndocs/**/*.tsx\nREADME.md\n");
  await save.click();
  await dialog.waitFor({ state: "detached" });
  const listed = main.getByRole("list", { name: "Extra paths" }).getByRole("listitem");
  await listed.first().waitFor();
  expect(await listed.allTextContents()).toEqual(["README.md", "docs/**/*.tsx"]);
  await lookAt(page, "66-overview");
  await page.reload();
  await listed.first().waitFor();
  await main.getByRole("button", { name: "Change", exact: true }).click();
  expect(await field.inputValue()).toBe("README.md\ndocs/**/*.tsx");
  await field.fill("");
  await save.click();
  await main.getByText("The docs alone: texts, data, images and navigation.").waitFor();
  expect(problems).toEqual([]);
});
