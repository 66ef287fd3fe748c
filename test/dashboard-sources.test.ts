import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launchBrowser, openWindow } from "./browser.ts";
import { takeSetupLink } from "./dashboard-steps.ts";
import { lookAt } from "./look-at.ts";
import { makeTree } from "./make-tree.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

const settings = { DOCENT_POLL_SECONDS: "0", DOCENT_WATCH: "off" };

test("the owner sees how each source is doing, why one fails, and what is wrong in it", {
  timeout: 240_000,
}, async () => {
  const { root } = await makeTree({ "docs/a.md": "# A\n\nOne.\n" });
  const docs = join(root, "docs");
  const args = ["--data", await newDataFolder(), "--docs", docs, "--domain", "acme"];
  const server = await serveUntilEnd(args, settings);
  const { page } = await openWindow(await launchBrowser(), server.url);
  await takeSetupLink(page, server);
  const source = page.getByRole("list", { name: "Sources" }).getByRole("listitem").first();
  await source.getByText("Current").waitFor();
  expect(await source.innerText()).toContain("1 page");

  await rename(docs, `${docs}-away`);
  await page.getByRole("button", { name: "Sync now" }).click();
  await source.getByText("Failed").waitFor();
  await source.getByText("The docs folder does not exist or cannot be read.").waitFor();
  await lookAt(page, "30-source-failed");

  await rename(`${docs}-away`, docs);
  await writeFile(join(docs, "b.md"), "---\ntitle: [\n---\n\n# B\n");
  await page.getByRole("button", { name: "Sync now" }).click();
  await source.getByText("2 pages").waitFor();
  await source.getByText("Current").waitFor();
  await source.getByText("1 problem").click();
  await source.getByText(/^b\.md:\d+$/).waitFor();
  await lookAt(page, "31-source-problems");
});
