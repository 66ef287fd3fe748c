import { expect, test } from "vitest";
import { createJobNode, task } from "./job-node.ts";
import { lookAt } from "./look-at.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "./scripted-editor.ts";
import { openLoggedIn, serveDashboard } from "./serve-dashboard.ts";

const branch = "docs/turns";
const message = "Keep it short.";
const edit = { path: "keys.md", old: "A key lets", new: "A token lets" };
const steps: ScriptedStep[] = [
  { text: "Renaming the key.", calls: [{ name: "edit_file", input: edit }] },
  { text: "All done.", calls: [finishCall()] },
];

test("a message to a running job waits at the end and then stands where it was read, however often it was sent", {
  timeout: 240_000,
}, async () => {
  const { node, page, gate, lose } = await openJobPage();
  const main = page.getByRole("main");
  await main.getByText("It reads this with its next step.").waitFor();
  lose.nextReply = true;
  await main.getByLabel("Send a follow-up").fill(message);
  await main.getByRole("button", { name: "Send", exact: true }).click();
  await main.getByRole("alert").getByText("status 502").waitFor();
  expect(await main.getByLabel("Send a follow-up").inputValue()).toBe(message);
  await lookAt(page, "45-follow-up-failed");
  await main.getByLabel("Send a follow-up").press("ControlOrMeta+Enter");
  await main.getByText("Sent. The job reads it with its next step.").waitFor();
  await main.getByRole("alert").waitFor({ state: "detached" });
  await lookAt(page, "46-follow-up-waits");
  expect(await node.db.selectFrom("jobMessages").selectAll().execute()).toHaveLength(1);

  gate.resolve();
  await main.getByText("Completed", { exact: true }).waitFor();
  const log = main.getByRole("region", { name: "What the job did" });
  await log.getByText("All done.").waitFor();
  const lines = (await log.innerText()).split("\n");
  const told = ["Renaming the key.", message, "All done."];
  expect(lines.filter((line) => told.includes(line))).toEqual(told);
  expect(await main.getByText("The job reads it with its next step").count()).toBe(0);
});

test("a job that waits says for which, and one that is cancelled says what it has not read", {
  timeout: 240_000,
}, async () => {
  const { node, page, id, url } = await openJobPage();
  const main = page.getByRole("main");
  const second = await node.createJob(task("Rename more.", { branch }));
  await second.body?.cancel();
  await page.goto(`${url}/dashboard/acme/jobs/${second.headers.get("x-session-id")}`);
  await main.getByText("Waiting", { exact: true }).waitFor();
  await main.getByText("It reads this with its first step.").waitFor();
  await lookAt(page, "47-job-waits");
  await main.getByRole("status").getByRole("link", { name: id }).click();

  await main.getByText("Working").waitFor();
  await main.getByLabel("Send a follow-up").fill(message);
  await main.getByRole("button", { name: "Send", exact: true }).click();
  await main.getByText("Sent. The job reads it with its next step.").waitFor();
  await main.getByRole("button", { name: "Cancel job" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel job" }).click();
  await main.getByText("Not read: the job was cancelled before.").waitFor();
  await main.getByText("The job was cancelled", { exact: true }).waitFor();
  await lookAt(page, "48-job-cancelled");
});

/** A job whose model answers when the gate opens, and its page. */
async function openJobPage() {
  const gate = Promise.withResolvers<void>();
  const script = scriptedEditor(steps);
  const model: typeof script = {
    ...script,
    async doGenerate(options) {
      const stopped = new Promise<never>((_, reject) => {
        options.abortSignal?.addEventListener("abort", () => reject(options.abortSignal?.reason));
      });
      await Promise.race([gate.promise, stopped]);
      return script.doGenerate(options);
    },
  };
  const node = await createJobNode({ model });
  const created = await node.createJob(task("Rename it.", { branch }));
  const id = created.headers.get("x-session-id") ?? "";
  await created.body?.cancel();
  await node.jobs.startWorker();
  const lose = { nextReply: false };
  const { url } = await serveDashboard(node, { pass: losing(lose) });
  const page = await (await openLoggedIn(node, url)).newPage();
  await page.goto(`${url}/dashboard/acme/jobs/${id}`);
  await page.getByRole("main").getByText("Working").waitFor();
  return { node, page, gate, lose, id, url };
}

/** Takes a message and loses its reply when told so. */
function losing(lose: { nextReply: boolean }) {
  return async (request: Request, response: Response) => {
    if (!lose.nextReply || !new URL(request.url).pathname.endsWith("/message")) return response;
    lose.nextReply = false;
    await response.body?.cancel();
    return new Response(null, { status: 502 });
  };
}
