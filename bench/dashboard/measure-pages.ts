import { existsSync, statSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";

export type Figures = { requests: number; bytes: number; milliseconds: number; git: number };
export type Traffic = { requests: number; bytes: number };

const figures = ".figure-value";

/** The pages of the load case, each with what a person waits for there. */
export const pages: { name: string; path: string; useful: string }[] = [
  { name: "Projects", path: "", useful: 'a[href$="/site-26"]' },
  { name: "Overview", path: "/docent", useful: figures },
  { name: "Jobs", path: "/docent/jobs", useful: 'main a[href*="/jobs/job_"]' },
  { name: "Changes", path: "/docent/changes", useful: 'main a[href*="/changes/1"]' },
  { name: "API keys", path: "/docent/keys", useful: "main tbody tr" },
  { name: "Change of 301 files", path: "/docent/changes/113", useful: "main .hunk, main .diff td" },
];

/** Opens a page in a tab of its own, until what matters on it is drawn. */
export async function measurePage(
  context: BrowserContext,
  { address, useful, gitLog }: { address: string; useful: string; gitLog: string },
): Promise<Figures> {
  const page = await context.newPage();
  const traffic = await watchTraffic(page);
  const before = gitCalls(gitLog);
  const started = performance.now();
  await page.goto(address);
  const drawn = page.locator(useful, { hasText: useful === figures ? /\d/ : /\S/ });
  // Of use is the overview when none of its four figures is a dash any more.
  await drawn.nth(useful === figures ? 3 : 0).waitFor({ timeout });
  const milliseconds = performance.now() - started;
  await page.waitForTimeout(1_000);
  await page.close();
  return { ...traffic, milliseconds, git: gitCalls(gitLog) - before };
}

const timeout = 180_000;

/** Counts what a tab asks for and gets over the line from now on. */
export async function watchTraffic(page: Page): Promise<Traffic> {
  const traffic = { requests: 0, bytes: 0 };
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", () => {
    traffic.requests += 1;
  });
  session.on("Network.dataReceived", ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
  });
  return traffic;
}

/** The wrapper writes a byte for each process. */
export function gitCalls(gitLog: string): number {
  return existsSync(gitLog) ? statSync(gitLog).size : 0;
}
