import { expect, test } from "vitest";
import { sampleSession } from "../job/sample-session.ts";
import { lookOfJob, lookOfSession } from "./job-look.ts";

const draft = { number: 1, state: "open", isDraft: true, checksFailed: 2 } as const;
const completed = { state: "halted", haultReason: "completed" } as const;

test("an open draft with failed checks is amber, and nothing else that is completed is", () => {
  expect(lookOfJob({ ...completed, change: draft })).toMatchObject({
    label: "Checks failed",
    tone: "warn",
  });
  for (const change of [
    null,
    { ...draft, checksFailed: 0 },
    { ...draft, isDraft: false },
    { ...draft, state: "merged" as const },
  ])
    expect(lookOfJob({ ...completed, change })).toMatchObject({ label: "Completed", tone: "good" });
});

test("a job that waits is not shown as running", () => {
  const waiting = { haultReason: "processing", change: null } as const;
  expect(lookOfJob({ ...waiting, state: "queued" }).label).toBe("Waiting");
  expect(lookOfJob({ ...waiting, state: "waiting" }).label).toBe("Waiting");
  expect(lookOfJob({ ...waiting, state: "running" }).label).toBe("Running");
  expect(lookOfSession(sampleSession({ messageToUser: "Waits." })).label).toBe("Waiting");
});

test("how a job ended counts more than the change it has", () => {
  const failed = sampleSession({ haulted: true, haultReason: "error" });
  expect(lookOfSession(failed, draft).label).toBe("Failed");
});
