import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { commitOverlay } from "../src/git/overlay/commit-overlay.ts";
import { branchCommit } from "../src/git/read/resolve-commit.ts";
import type { Models } from "../src/models/providers/create-models.ts";
import { insertJob, lockProjectJobs } from "../src/store/jobs/jobs.ts";
import { axeFaults } from "./axe-faults.ts";
import { closeWithEscape } from "./dashboard-steps.ts";
import { anthropicError } from "./fake-anthropic.ts";
import { branchFiles, createJobNode, type JobNode } from "./job-node.ts";
import { lookAt } from "./look-at.ts";
import { modelKey, startWiredModels } from "./model-node.ts";
import type { ModelRequest, ScriptedReply } from "./model-script.ts";
import { openLoggedIn, serveDashboard } from "./serve-dashboard.ts";

const many = 200;
const wanted = "Describe how a padlock is opened";
const edited = "Describe how a padlock is opened and closed";
const refused = "Rename the key to a 401 token";
const usage = { input: 1_200, output: 80, cacheRead: 9_000 };

test("a job is found among many, run again with other words, watched to its end, and its failure is told in the provider's words", {
  timeout: 240_000,
}, async () => {
  const gate = Promise.withResolvers<void>();
  const { models } = await startWiredModels("anthropic", replyTo, { limits: { retries: 0 } });
  const node = await createJobNode({ models: gated(models, gate.promise) });
  await makeUpJobs(node);
  await node.jobs.startWorker();
  const { url } = await serveDashboard(node);
  const page = await (await openLoggedIn(node, url)).newPage();
  await findAmongMany(page, url);
  await editAndRun(page);
  await watchToTheEnd(page, gate.resolve);
  await failAndRunAgain(page, url);
  await letTheAgentResolve(page, url, node);
});

async function findAmongMany(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard/acme/jobs`);
  const rows = page.getByRole("main").locator(".job-row");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(25);
  const asked: string[] = [];
  const note = (request: Request) => void asked.push(new URL(request.url()).search);
  page.on("request", note);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => rows.count()).toBe(50);
  page.off("request", note);
  expect(asked.filter((search) => search.includes("cursor="))).toHaveLength(1);
  expect(asked[0]).toContain("cursor=");
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "60-jobs");
  await page.getByRole("radio", { name: /^Failed/ }).check();
  await page.getByRole("searchbox", { name: "Search jobs" }).fill("PADLOCK opened");
  await expect.poll(() => rows.count()).toBe(1);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  await lookAt(page, "61-jobs-found");
  await page.getByRole("searchbox", { name: "Search jobs" }).fill("no such words");
  await page.getByText("No job like that").waitFor();
  expect(await axeFaults(page, "main")).toEqual([]);
  await page.getByRole("searchbox", { name: "Search jobs" }).fill("padlock");
  await rows.getByRole("link", { name: wanted }).click();
}

async function editAndRun(page: Page): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("heading", { level: 1, name: wanted }).waitFor();
  const asked = main.getByRole("region", { name: "Instruction" });
  await asked.getByText("Line 12").waitFor({ state: "attached" });
  await asked.getByRole("button", { name: "Show all of it" }).click();
  expect(await page.title()).toBe(`Failed · ${wanted} · Docent`);
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "62-job-failed");
  const form = page.getByRole("dialog", { name: "Edit and run" });
  await main.getByRole("button", { name: "Edit and run" }).click();
  const box = form.getByLabel("Instruction");
  expect(await box.inputValue()).toContain("Line 12");
  await box.fill(edited);
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "63-edit-and-run");
  await closeWithEscape(page, form);
  await page.reload();
  await main.getByRole("button", { name: "Edit and run" }).click();
  expect(await box.inputValue(), "what was typed is lost").toBe(edited);
  await form.getByRole("button", { name: "Start job" }).click();
  await main.getByRole("heading", { level: 1, name: edited }).waitFor();
}

async function watchToTheEnd(page: Page, goOn: () => void): Promise<void> {
  const main = page.getByRole("main");
  const todos = main.getByRole("complementary");
  await todos.getByText("Say how it closes").waitFor();
  await todos.locator(".todo-in_progress").waitFor();
  await main.getByText("Step 1", { exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe(`Running · ${edited} · Docent`);
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "64-job-running");
  const followUp = main.getByLabel("Send a follow-up");
  await followUp.fill("Mention the spare key.");
  await page.reload();
  await expect.poll(() => followUp.inputValue()).toBe("Mention the spare key.");
  goOn();
  const outcome = main.getByRole("region", { name: "How it ended" });
  await outcome.getByText("The change is ready to review").waitFor();
  await expect.poll(() => page.title()).toBe("Completed · Close the padlock · Docent");
  const log = main.getByRole("region", { name: "What the job did" });
  await log.getByText("Step 2", { exact: true }).waitFor();
  await log.getByText("10,200 tokens read, 80 written").first().waitFor();
  const [above, below] = [await log.boundingBox(), await outcome.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await todos.getByText("Not finished:").waitFor({ state: "attached" });
  expect(await todos.locator(".todo-in_progress").count(), "a to-do turns after the end").toBe(0);
  await todos.getByText("claude-sonnet-5-5").waitFor();
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "65-job-completed");
}

async function letTheAgentResolve(page: Page, url: string, node: JobNode): Promise<void> {
  const main = page.getByRole("main");
  await commitOverlay(node.repository, {
    base: await branchCommit(node.repository, "main"),
    branch: "main",
    changes: [{ path: "keys.md", content: "# Keys\n\nA latch lets you in.\n", mode: "100644" }],
    ...{ message: "Otherwise\n", author: { name: "Ann", email: "ann@example.com" } },
    date: new Date("2030-01-01T00:00:00Z"),
  });
  await page.goto(`${url}/dashboard/acme/changes/1`);
  await main.getByText("This change conflicts with the docs as they are now").waitFor();
  await lookAt(page, "67-conflict");
  await main.getByRole("button", { name: "Let the agent resolve conflicts" }).click();
  await main
    .getByText("This change conflicts with the docs as they are now")
    .waitFor({ state: "detached" });
  await main.getByText("A padlock's key or a latch lets you in.").first().waitFor();
  expect((await branchFiles(node.repository, "main"))["keys.md"]).toContain("A latch");
}

async function failAndRunAgain(page: Page, url: string): Promise<void> {
  const main = page.getByRole("main");
  await page.goto(`${url}/dashboard/acme/jobs?new=1`);
  const form = page.getByRole("dialog", { name: "New job" });
  await form.getByLabel("Instruction").fill(refused);
  await form.getByLabel("Branch").fill("docs/token");
  expect(await axeFaults(page, "main")).toEqual([]);
  await page.reload();
  expect(await form.getByLabel("Instruction").inputValue()).toBe(refused);
  expect(await form.getByLabel("Branch").inputValue()).toBe("docs/token");
  await form.getByRole("button", { name: "Start job" }).click();
  const outcome = main.getByRole("region", { name: "How it ended" });
  await outcome.getByText("The model's provider answered with status 401").waitFor();
  await outcome.getByText("invalid x-api-key").waitFor();
  await expect.poll(() => page.title()).toBe(`Failed · ${refused} · Docent`);
  expect(await page.content()).not.toContain(modelKey);
  expect(await axeFaults(page, "main")).toEqual([]);
  await lookAt(page, "66-model-refused");
  const failed = page.url();
  await outcome.getByRole("button", { name: "Run again" }).click();
  await page.waitForURL((address) => address.href !== failed);
  await outcome.getByText("The change is ready to review").waitFor();
  expect(await main.getByRole("region", { name: "Instruction" }).innerText()).toContain(refused);
  await page.goto(`${url}/dashboard/acme`);
  await main.getByRole("link", { name: "0 Jobs running" }).waitFor();
}

/** Which step is next the model sees from the conversation; the second job's first call is refused. */
function replyTo({ body }: ModelRequest): ScriptedReply {
  const messages = JSON.stringify(body.messages);
  const done = messages.split('"role":"assistant"').length - 1;
  if (messages.includes(refused) && !state.wasRefused) {
    state.wasRefused = true;
    const reply = anthropicError("authentication_error", "invalid x-api-key");
    return { fault: { status: 401, body: reply } };
  }
  if (messages.includes("settle what conflicts"))
    return { pieces: ["I settle it."], calls: [settle, finish], usage };
  if (done > 0) return { pieces: ["All done."], calls: [finish], usage };
  return { pieces: ["I look at the page."], calls: [plan, edit], usage };
}

const state = { wasRefused: false };
const plan = {
  name: "set_todos",
  input: {
    todos: [
      { id: "1", content: "Say how it opens", status: "completed", priority: "high" },
      { id: "2", content: "Say how it closes", status: "in_progress", priority: "medium" },
    ],
  },
};
const edit = {
  name: "edit_file",
  input: { path: "keys.md", old: "A key lets", new: "A padlock's key lets" },
};
const settle = {
  name: "write_file",
  input: { path: "keys.md", content: "# Keys\n\nA padlock's key or a latch lets you in.\n" },
};
const finish = {
  name: "finish",
  input: { title: "Close the padlock", summary: "- said it", messageToUser: "It is said." },
};

/** The model's second reply comes when the gate is open. */
function gated(models: Models, gate: Promise<void>): Models {
  return {
    ...models,
    jobs(...asked) {
      const choice = models.jobs(...asked);
      const { model } = choice;
      if (typeof model === "string" || model.specificationVersion !== "v4") return choice;
      const doGenerate: typeof model.doGenerate = async (options) => {
        if (options.prompt.some(({ role }) => role === "assistant")) await gate;
        return model.doGenerate(options);
      };
      return { ...choice, model: { ...model, doGenerate } };
    },
  };
}

/** Jobs of the past, of all ways to end. */
async function makeUpJobs({ db, project }: JobNode): Promise<void> {
  const reasons = ["completed", "error", "interrupted", "github_missconfigured"] as const;
  const times = {
    startedAt: "2030-01-01T12:00:00.000Z",
    turnStartedAt: "2030-01-01T12:00:00.000Z",
  };
  await db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, project.id);
    for (let index = 0; index < many; index += 1) {
      const id = `job_made${index}`;
      const lines = Array.from({ length: 12 }, (_, line) => `Line ${line + 1}`).join("\n");
      const content = index === 77 ? `${wanted}\n${lines}` : `Rename term ${index} on every page`;
      await insertJob(trx, {
        ...{ id, projectId: project.id, branch: `docent/made-${index}`, base: "main" },
        ...{ model: index % 3 === 0 ? "opus" : "sonnet", asDraft: false, idempotencyKey: "" },
        ...{ messages: [{ role: "user", content }], createdAt: times.startedAt },
      });
      const haltedAt = new Date(Date.parse(times.startedAt) + 1_000 * (index + 5)).toISOString();
      const haltReason = index === 77 ? "error" : (reasons[index % 4] ?? "completed");
      const end = { state: "halted", haltReason, haltedAt, ...times } as const;
      const messageToUser = `The end of job ${index}.`;
      await trx
        .updateTable("jobs")
        .set({ ...end, messageToUser })
        .where("id", "=", id)
        .execute();
    }
  });
}
