import { expect, test } from "vitest";
import type { FirstSteps } from "../../../../src/contract/starting/first-steps.ts";
import { nextNeeded, stepAfter, stepsOf } from "./steps.ts";

const fresh: FirstSteps = {
  isClosed: false,
  docs: { isDone: true, pages: 44, isDemo: true, error: "" },
  ask: { isDone: false },
  model: { isDone: false, name: "embedded: quotes the docs", missing: "" },
  forge: { isDone: false, place: "demo", error: "" },
  job: { isDone: false, newest: null },
  chat: { isDone: false, site: "" },
};

const found = (known: Partial<FirstSteps>, name: string) => {
  const step = stepsOf("acme", { ...fresh, ...known }).find((one) => one.name === name);
  if (!step) throw new Error(`there is no step ${name}`);
  return step;
};

test("six steps in order, of which a model and a forge are optional", () => {
  const steps = stepsOf("acme", fresh);
  expect(steps.map(({ name }) => name)).toEqual(["docs", "ask", "model", "forge", "job", "chat"]);
  expect(steps.filter(({ isOptional }) => isOptional).map(({ name }) => name)).toEqual([
    "model",
    "forge",
  ]);
});

test("what is needed next passes over what is optional, the way on does not", () => {
  const steps = stepsOf("acme", { ...fresh, ask: { isDone: true } });
  expect(nextNeeded(steps)?.name).toBe("job");
  expect(stepAfter(steps, "ask")?.name).toBe("model");
  expect(stepAfter(steps, "chat")?.name).toBe("model");
  const all = steps.map((step) => ({ ...step, isDone: true }));
  expect([nextNeeded(all), stepAfter(all, "chat")]).toEqual([undefined, undefined]);
});

test("the demo, a folder and a repository are each told what they lack", () => {
  expect(found({}, "docs").text).toContain("Docent’s own docs are in, 44 pages");
  const docs = { isDone: true, pages: 1, isDemo: false, error: "" };
  expect(found({ docs }, "docs").text).toBe("1 page of yours is in the answers.");
  expect(found({}, "forge").text).toContain("demo");
  const folder = { isDone: false, place: "folder", error: "" } as const;
  expect(found({ forge: folder }, "forge").text).toContain("folder of this server");
  const refused = { isDone: false, place: "repository", error: "The token is refused." } as const;
  expect(found({ forge: refused }, "forge").problem).toBe("The token is refused.");
});

test("a job that runs or has failed is led to, before a new one", () => {
  const job = (state: "running" | "halted", isDone = false) =>
    found({ job: { isDone, newest: { sessionId: "job_1", state } } }, "job");
  expect(job("running").to).toBe("/dashboard/acme/jobs/job_1");
  expect(job("halted")).toMatchObject({
    action: "See what happened",
    problem: expect.stringContaining("last job"),
  });
  expect(job("halted", true)).toMatchObject({ action: "See jobs", problem: "" });
  expect(found({}, "job").to).toBe("/dashboard/acme/jobs?new=1");
});

test("a model without its key says so", () => {
  const model = { isDone: false, name: "anthropic", missing: "a key for Anthropic is missing" };
  expect(found({ model }, "model").problem).toContain("a key for Anthropic is missing");
});
