import { expect, test } from "vitest";
import { automationSpec } from "../../../../../src/contract/automations.ts";
import { draftOf, newDraft, specOf, withKind } from "./spec-draft.ts";

test("what was saved comes back from the form as it was", () => {
  const limits = {
    ...{ usdPerMonth: 50, usdPerRun: 2.5, openChanges: 3 },
    quietHours: { from: "22:00", to: "06:00", timeZone: "Europe/Zurich" },
  };
  const triggers = [
    { kind: "schedule", cron: "0 7 * * mon", timeZone: "Europe/Zurich" },
    { kind: "code", on: "merge", repositoryId: "rep_1", paths: ["src/**", "api.yml"] },
    { kind: "group", count: 7 },
  ] as const;
  for (const trigger of triggers) {
    const base = { name: "A", instruction: "Do it.", limits, asDraft: false, model: "opus" };
    const spec = automationSpec.parse({ ...base, trigger });
    expect(specOf(draftOf(spec, "UTC"))).toEqual(spec);
  }
});

test("another kind brings its template, and leaves what somebody wrote alone", () => {
  const draft = withKind(newDraft("UTC"), "code");
  expect(draft.instruction).toContain("{{diff}}");
  const own = withKind({ ...draft, instruction: "Mine." }, "group");
  expect(own).toMatchObject({ kind: "group", instruction: "Mine." });
});
