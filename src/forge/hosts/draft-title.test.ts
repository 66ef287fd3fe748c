import { expect, test } from "vitest";
import { processorMs } from "../../../test/processor-ms.ts";
import { type DraftMarks, isDraftTitle, titleFor, withoutDraftMark } from "./draft-title.ts";

const marks: DraftMarks = ["WIP:", "[WIP]"];

test("the mark of a draft is put before the title once, and taken away whole", () => {
  expect(titleFor({ title: "Limits", draft: true }, marks)).toBe("WIP: Limits");
  expect(titleFor({ title: "wip: [WIP] Limits", draft: true }, marks)).toBe("WIP: Limits");
  expect(titleFor({ title: "[wip] Limits", draft: false }, marks)).toBe("Limits");
  expect(withoutDraftMark("WIP:Limits", marks)).toBe("Limits");
});

test("a mark inside the title is part of it", () => {
  expect(isDraftTitle("About WIP: marks", marks)).toBe(false);
  expect(withoutDraftMark("About WIP: marks", marks)).toBe("About WIP: marks");
});

test("a title that a forge would cut is cut before, between characters", () => {
  const cut = titleFor({ title: `a${"🪁".repeat(300)}`, draft: true }, marks);
  expect(cut).toBe(`WIP: a${"🪁".repeat(238)}…`);
  const fits = "🪁".repeat(240);
  expect(titleFor({ title: fits, draft: false }, marks)).toBe(fits);
});

test("a title of nothing but marks takes time in proportion to its length", () => {
  const spent = processorMs();
  withoutDraftMark("WIP: ".repeat(50_000), marks);
  expect(spent()).toBeLessThan(500);
});
