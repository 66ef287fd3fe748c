import { expect, test } from "vitest";
import { AppError } from "../../lib/app-error.ts";
import { endingOf, ForgeRefusal, JobStop } from "./job-ending.ts";

test("a job that another worker goes on with does not end", () => {
  expect(endingOf(new JobStop("lost"))).toBeUndefined();
  expect(endingOf(new JobStop("draining"))).toBeUndefined();
});

test("every other failure has a reason and a sentence, and never the words of a fault", () => {
  expect(endingOf(new JobStop("cancelled"))).toMatchObject({ reason: "interrupted" });
  const refusal = new AppError("forbidden", "The token may not push.");
  expect(endingOf(new ForgeRefusal(refusal))).toMatchObject({
    reason: "github_missconfigured",
    messageToUser: "The token may not push.",
  });
  expect(endingOf(refusal)).toMatchObject({ reason: "error", messageToUser: refusal.message });
  for (const fault of [new Error("secret"), "secret", undefined, null]) {
    const ending = endingOf(fault);
    expect(ending?.reason).toBe("error");
    expect(ending?.messageToUser).not.toContain("secret");
  }
});
