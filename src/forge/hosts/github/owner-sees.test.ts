import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fakeGithub } from "../../../../test/forges/fake-github.ts";
import { createForgeState } from "../../../../test/forges/forge-state.ts";
import { AppError } from "../../../lib/app-error.ts";
import type { ForgeHost } from "../forge-host.ts";
import { createHostLimits } from "../host-limits.ts";
import { githubHost } from "./github-host.ts";

async function stage() {
  const state = await createForgeState();
  const headCommit = await state.push("docs/x", { "a.md": "edited\n" }, "docent-bot");
  const github = await fakeGithub(state);
  const { repository, app } = github;
  const settings = { repository, limits: createHostLimits(), mergePauseMs: 1 };
  const host = githubHost({
    ...settings,
    login: async () => ({ kind: "token", token: "tok-docent-bot" }),
  });
  const { appId, privateKey } = app;
  const asApp = githubHost({
    ...settings,
    login: async () => ({ kind: "app", appId, privateKey }),
  });
  const proposal = { title: "Edit", body: "", draft: false, head: "docs/x", base: "main" };
  const { number } = await host.create(proposal);
  const merge = (by: ForgeHost) =>
    by.merge(number, { headCommit, method: "merge", title: "Merged", message: "" });
  return { state, github, host, asApp, number, merge, proposal };
}

type Stage = Awaited<ReturnType<typeof stage>>;

/** What goes wrong, what is then asked for, and what the owner reads; the same table stands in the docs. */
const table: [string, (stage: Stage) => Promise<unknown>, string, string][] = [
  [
    "Rate limit",
    async ({ state, host, number }) => {
      state.mood.remaining = 0;
      return host.read(number);
    },
    "rate_limited",
    "GitHub takes no more requests for now: it asks to be left alone for 30 minutes.",
  ],
  [
    "Secondary limit",
    async ({ state, host, number }) => {
      state.mood.secondary = true;
      return host.putComment(number, { marker: "m", body: "m" });
    },
    "rate_limited",
    "GitHub takes no more requests for now: it asks to be left alone for 60 seconds.",
  ],
  [
    "Bad gateway with an HTML page",
    async ({ state, host, number }) => {
      state.mood.faults.push({ status: 502, body: "<html><h1>Bad gateway</h1></html>" });
      return host.read(number);
    },
    "unavailable",
    "GitHub is having trouble (status 502).",
  ],
  [
    "App token that ends in the middle of a job",
    async ({ state, github, asApp, number }) => {
      await asApp.read(number);
      for (const given of github.app.given) state.tokens.delete(given);
      expect(await asApp.read(number)).toMatchObject({ number });
      return asApp.update(number, { title: "After" });
    },
    "",
    "",
  ],
  [
    "Revoked token",
    async ({ state, host, number }) => {
      state.tokens.delete("tok-docent-bot");
      return host.update(number, { title: "New" });
    },
    "unauthenticated",
    "GitHub does not accept the login: the token is wrong, was revoked or has ended.",
  ],
  [
    "Missing permission",
    async ({ state, host, number }) => {
      state.tokenOf("tok-docent-bot")?.lacks.add("pull_requests");
      return host.update(number, { title: "New" });
    },
    "forbidden",
    "GitHub does not let Docent's account change the pull request.",
  ],
  [
    "Renamed repository",
    async ({ state, host, number }) => {
      state.rename("acme/handbook");
      return host.update(number, { title: "New" });
    },
    "not_found",
    "The repository was renamed or moved on GitHub",
  ],
  [
    "Protected branch",
    async ({ state, host, merge }) => {
      await state.protect("main", { reviews: 1, checks: [] });
      return merge(host);
    },
    "conflict",
    "GitHub refused to merge the pull request. GitHub says: “At least 1 approving review is required by reviewers with write access.”",
  ],
  [
    "Merge conflict",
    async ({ state, host, merge }) => {
      await state.push("main", { "a.md": "another\n" });
      return merge(host);
    },
    "conflict",
    "GitHub refused to merge the pull request. GitHub says: “Pull Request is not mergeable”",
  ],
  [
    "Deleted branch",
    async ({ state, host, proposal }) => {
      await state.deleteBranch("docs/x");
      return host.create(proposal);
    },
    "conflict",
    "GitHub refused to open the pull request. GitHub says: “Validation Failed: head invalid”",
  ],
];

const docs = readFileSync(new URL("../../../../docs/connect-github.mdx", import.meta.url), "utf8");

for (const [name, happen, code, sentence] of table) {
  test(`what the owner sees is what the docs say: ${name}`, async () => {
    const row = docs.split("\n").find((line) => line.startsWith(`| ${name} |`));
    expect(row).toBeDefined();
    const outcome = await happen(await stage()).catch((error) => error);
    if (code === "") {
      expect(outcome).not.toBeInstanceOf(AppError);
      expect(row).toContain("Nothing");
      return;
    }
    const message = expect.stringContaining(sentence);
    expect(outcome).toMatchObject({ name: "AppError", code, message });
    expect(row).toContain(`\`${code}\``);
    expect(row).toContain(sentence);
  });
}
