import { expect, test } from "vitest";
import { addTotals, formatTotals, NOTHING } from "./totals.ts";

test("skipped tests are named only when there are some", () => {
  const totals = addTotals({ ...NOTHING, passed: 3 }, { passed: 1, failed: 2, skipped: 0 });
  expect(formatTotals(totals)).toBe("4 passed, 2 failed");
  expect(formatTotals({ ...totals, skipped: 1 })).toBe("4 passed, 2 failed, 1 skipped");
});
