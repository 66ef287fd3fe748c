import { setImmediate as breathe } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeRepository } from "../../../test/job-node.ts";
import { branchCommit } from "../../git/read/resolve-commit.ts";
import { AppError } from "../../lib/app-error.ts";
import type { CheckoutState } from "./checkout-request.ts";
import { type CheckoutThreadOptions, createCheckoutThreads } from "./checkout-threads.ts";
import { type JobDocs, openJobDocs } from "./job-docs.ts";

const program = new URL("../../../test/endless-checkout-thread.ts", import.meta.url);
const pages = {
  "keys.md": "# Keys\n\nA key.\n",
  "trap.md": "# Trap\n\nENDLESS\n",
  "welcome.md": "# Welcome\n\nHello.\n",
};

/** The docs of a job whose thread has little time for a file. */
async function openDocs(files: Record<string, string>, options: CheckoutThreadOptions = {}) {
  const repository = await makeRepository(files);
  const abort = new AbortController();
  const thread = createCheckoutThreads({ program, processorMs: 1_000, ...options }).take();
  const place = {
    ...{ repository, base: await branchCommit(repository, "main"), target: "main" },
    ...{ docsFolder: "", otherFolders: [], extraPaths: [], readOnlyPaths: [] },
  };
  const state: CheckoutState = { changes: [], notWritten: [], tooCostly: [] };
  const open = (known: Partial<CheckoutState> = {}, signal = abort.signal): JobDocs =>
    openJobDocs({ thread, place, state: { ...state, ...known }, signal });
  return { docs: open(), open, abort };
}

test("a file without end is left out and told, and what is written in its place is read again", async () => {
  const { docs } = await openDocs(pages);
  const all = await docs.runTool("list_files", {});
  expect(all.output).toEqual({ read: ["keys.md", "welcome.md"], tooCostlyToRead: ["trap.md"] });
  expect(docs.tooCostly()).toEqual(["trap.md"]);
  const content = "# Trap\n\nIt has an end.\n";
  await docs.runTool("write_file", { path: "trap.md", content });
  expect(docs.tooCostly()).toEqual([]);
  const again = await docs.runTool("list_files", {});
  expect(again.output).toEqual({ read: ["keys.md", "trap.md", "welcome.md"] });
});

test("work that takes long and takes breaths is not ended", async () => {
  const { docs } = await openDocs({ "a.md": "# A\n", "slow.md": "# SLOW\n" });
  const { output } = await docs.runTool("list_files", {});
  expect(output).toEqual({ read: ["a.md", "slow.md"] });
});

test("a page that goes deeper than a reader can is left out as well", async () => {
  const { docs } = await openDocs({ "a.md": "# A\n", "deep.md": "# DEEP\n", "z.md": "# Z\n" });
  const { output } = await docs.runTool("list_files", {});
  expect(output).toEqual({ read: ["a.md", "z.md"], tooCostlyToRead: ["deep.md"] });
});

test("what was found too costly once is not met again", async () => {
  // A thread that may take no time at all would be ended by the first file without end.
  const { open } = await openDocs(pages, { processorMs: 3_600_000 });
  const docs = open({ tooCostly: ["trap.md"] });
  const { output } = await docs.runTool("list_files", {});
  expect(output).toMatchObject({ read: ["keys.md", "welcome.md"] });
});

test("a page that is too costly stays so where it is moved to", async () => {
  const { open } = await openDocs(pages, { processorMs: 3_600_000 });
  const docs = open({ tooCostly: ["trap.md"] });
  await docs.runTool("move_file", { from: "trap.md", to: "pit.md" });
  expect(docs.tooCostly()).toEqual(["pit.md"]);
  const { output } = await docs.runTool("list_files", {});
  expect(output).toMatchObject({ tooCostlyToRead: ["pit.md"] });
});

test("the checks go on without a page that is too costly, and name it to the reviewer", async () => {
  const { open } = await openDocs(pages);
  const docs = open({ tooCostly: ["trap.md"] });
  const edit = { path: "keys.md", old: "A key.", new: "See [the trap](trap.md) and [no](no.md)." };
  await docs.runTool("edit_file", edit);
  const { broken, checks } = await docs.check();
  expect(broken).toMatchObject([{ check: "link", path: "keys.md" }]);
  const failed = checks.filter(({ passed }) => !passed);
  expect(failed.map(({ findings }) => findings.join())).toEqual([
    expect.stringContaining("no.md"),
    expect.stringContaining("trap.md is too costly to read"),
  ]);
});

test("a call without end changes nothing and is told, others have their turn, and the job goes on", async () => {
  const { docs } = await openDocs(pages);
  const edit = { path: "keys.md", old: "A key.", new: "Two keys." };
  await docs.runTool("edit_file", edit);
  let isOver = false;
  const endless = docs.runTool("search_text", { query: "keys.md" }).finally(() => {
    isOver = true;
  });
  let turns = 0;
  while (!isOver && turns < 1_000) {
    turns += 1;
    await breathe();
  }
  expect(turns).toBe(1_000);
  const failed = await endless.catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(AppError);
  expect(failed).toMatchObject({ message: expect.stringContaining("too costly") });
  expect(docs.changes()).toMatchObject([{ path: "keys.md", content: "# Keys\n\nTwo keys.\n" }]);
  const { output } = await docs.runTool("read_file", { path: "keys.md" });
  expect(output).toMatchObject({ content: "# Keys\n\nTwo keys.\n" });
});

test("an abort leaves a call without end at once, and the thread serves the next job", async () => {
  const { docs, open, abort } = await openDocs(pages, { processorMs: 3_600_000 });
  await docs.present([]);
  const endless = docs.runTool("search_text", { query: "keys.md" });
  setTimeout(() => abort.abort(new Error("cancelled")), 50);
  await expect(endless).rejects.toThrow("cancelled");
  const next = open({}, new AbortController().signal);
  expect(await next.present(["keys.md", "none.md"])).toEqual(["keys.md"]);
});

test("changes, refusals and what is taken back reach the job as a tool left them", async () => {
  const { docs } = await openDocs({ ...pages, "package.json": "{}\n" });
  const content = "# New\n";
  await docs.runTool("write_file", { path: "new.md", content });
  const refused = docs.runTool("write_file", { path: "package.json", content: "[]\n" });
  await expect(refused).rejects.toMatchObject({ code: "forbidden" });
  expect(docs.notWritten()).toEqual(["package.json"]);
  expect(docs.changes()).toEqual([{ path: "new.md", content, mode: "100644" }]);
  await docs.runTool("delete_file", { path: "new.md" });
  expect(docs.changes()).toEqual([]);
  await expect(docs.runTool("run_shell", {})).rejects.toMatchObject({ code: "not_found" });
});
