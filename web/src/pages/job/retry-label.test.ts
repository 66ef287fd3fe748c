import { expect, test } from "vitest";
import { retryLabel } from "./retry-label.ts";
import { sampleSession } from "./sample-session.ts";

test("a job that waits for its forge can be tried now, one that failed be proposed again", () => {
  const waits = { haulted: false, haultReason: "processing" } as const;
  const forge = { ...waits, messageToUser: "Waits for the forge: it is away." };
  expect(retryLabel(sampleSession(forge))).toBe("Try now");
  expect(retryLabel(sampleSession({ ...waits, messageToUser: "Waits for a worker." }))).toBe("");
  for (const haultReason of ["error", "github_missconfigured"] as const)
    expect(retryLabel(sampleSession({ haulted: true, haultReason }))).toBe("Propose again");
  expect(retryLabel(sampleSession({ haulted: true, haultReason: "completed" }))).toBe("");
});
