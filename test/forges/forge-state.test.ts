import { expect, test } from "vitest";
import { createForgeState } from "./forge-state.ts";
import type { ForgeEvent, ForgePull, ForgeState } from "./forge-types.ts";

const proposal = { title: "Edit", body: "", draft: false, head: "docs/x", base: "main" };

async function opened(state: ForgeState, more: Partial<typeof proposal> = {}): Promise<ForgePull> {
  const outcome = await state.open({ ...proposal, ...more }, "docent-bot");
  if ("pull" in outcome) return outcome.pull;
  throw new Error(outcome.refused);
}

const merge = { by: "boss", headCommit: "", title: "Merged", message: "" };

test("a pull request follows its branch: pushed to, deleted, landed by a push", async () => {
  const state = await createForgeState();
  const events: ForgeEvent[] = [];
  state.onEvent.push((event) => events.push(event));
  await state.push("docs/x", { "x.md": "1\n" });
  await state.push("docs/y", { "y.md": "1\n" });
  const [first, second] = [await opened(state), await opened(state, { head: "docs/y" })];
  const moved = await state.push("docs/x", { "x.md": "2\n" });
  expect(first).toMatchObject({ state: "open", headCommit: moved });
  await state.deleteBranch("docs/y");
  expect(second).toMatchObject({ state: "closed", mergeCommit: "" });
  await state.repository.git("update-ref", "refs/heads/main", moved);
  expect(await state.pull(first.number)).toMatchObject({ state: "merged", mergeCommit: moved });
  expect(events.map((event) => ("action" in event ? event.action : event.kind))).toEqual([
    "push",
    "push",
    "opened",
    "opened",
    "pushed",
    "push",
    "closed",
    "push",
    "merged",
    "push",
  ]);
});

test("what cannot be proposed is refused with the reason, and numbers have gaps", async () => {
  const state = await createForgeState();
  await state.push("docs/x", { "x.md": "1\n" });
  await state.push("docs/y", { "y.md": "1\n" });
  const { number } = await opened(state);
  expect(await state.open(proposal, "boss")).toEqual({ refused: "exists", number });
  expect(await state.open({ ...proposal, head: "none" }, "boss")).toMatchObject({
    refused: "no-head",
  });
  expect(await state.open({ ...proposal, base: "none" }, "boss")).toMatchObject({
    refused: "no-base",
  });
  expect(await state.open({ ...proposal, head: "main" }, "boss")).toMatchObject({
    refused: "no-commits",
  });
  expect((await opened(state, { head: "docs/y" })).number).toBeGreaterThan(number + 1);
});

for (const method of ["merge", "squash", "rebase"] as const) {
  test(`a pull request is merged by git: ${method}`, async () => {
    const state = await createForgeState();
    await state.push("docs/x", { "x.md": "1\n" });
    const headCommit = await state.push("docs/x", { "x.md": "2\n", "z.md": "z\n" });
    await state.push("main", { "m.md": "m\n" });
    const { number } = await opened(state);
    const outcome = await state.merge(number, { ...merge, method });
    const pull = await state.pull(number);
    expect(outcome).toEqual({ merged: pull });
    expect(pull).toMatchObject({ state: "merged", mergedBy: "boss", headCommit });
    expect(pull?.mergeCommit).toBe(await state.tip("main"));
    expect(await state.repository.git("show", "main:x.md", "main:m.md", "main:z.md")).toBe(
      "2\nm\nz\n",
    );
    const parents = (await state.repository.git("log", "-1", "--format=%P", "main"))
      .trim()
      .split(" ");
    expect(parents).toHaveLength(method === "merge" ? 2 : 1);
    expect(parents.includes(headCommit)).toBe(method === "merge");
  });
}

test("a merge is refused with the reason", async () => {
  const state = await createForgeState();
  const headCommit = await state.push("docs/x", { "a.md": "1\n" });
  const { number } = await opened(state, { draft: true });
  const tried = async (more: Partial<typeof merge> = {}) => {
    const outcome = await state.merge(number, { ...merge, ...more, method: "squash" });
    return "refused" in outcome ? outcome.refused : "merged";
  };
  expect(await tried()).toBe("draft");
  await state.edit(number, { draft: false }, "boss");
  expect(await tried({ headCommit: "0".repeat(40) })).toBe("moved");
  await state.protect("main", { reviews: 1, checks: ["ci"] });
  expect(await tried()).toBe("review");
  await state.review({ pull: number, author: "boss", verdict: "approved", body: "" });
  expect(await tried()).toBe("checks");
  const status = { commit: headCommit, context: "ci", description: "", url: "", author: "boss" };
  state.setStatus({ ...status, state: "success" });
  await state.push("main", { "a.md": "other\n" });
  expect(await tried()).toBe("conflict");
  await state.push("docs/x", { "a.md": "other\n", "x.md": "x\n" });
  state.setStatus({ ...status, commit: (await state.tip("docs/x")) ?? "", state: "success" });
  state.methods.delete("squash");
  expect(await tried()).toBe("method");
  state.methods.add("squash");
  expect(await tried()).toBe("merged");
  expect(await tried()).toBe("ended");
});

test("a token that has ended opens nothing", async () => {
  const state = await createForgeState();
  expect(state.tokenOf("tok-reader")?.account.permission).toBe("read");
  const held = state.tokenOf("tok-docent-bot");
  if (held) held.expiresAt = Date.now() - 1;
  expect(state.tokenOf("tok-docent-bot")).toBeUndefined();
  expect(state.tokenOf("tok-nobody")).toBeUndefined();
});
