import { expect, test } from "vitest";
import { processorMs } from "../../test/processor-ms.ts";
import { normalForm } from "./normal-form.ts";

test("texts get the form that they are asked for", () => {
  expect(normalForm("e\u0301ﬁ", "NFKC")).toBe("éfi");
  expect(normalForm("é", "NFD")).toBe("e\u0301");
  const han = "設定方法".repeat(20);
  expect(normalForm(han, "NFKC")).toBe(han);
});

test("a letter keeps its first thirty marks", () => {
  expect(normalForm(`a${"\u0323".repeat(99)}b`, "NFD")).toBe(`a${"\u0323".repeat(30)}b`);
});

test("a million marks are put in order in time", () => {
  const spent = processorMs();
  expect(normalForm(`a${"\u0301\u0323".repeat(500_000)}`, "NFKC").length).toBeLessThan(40);
  expect(spent()).toBeLessThan(2_000);
});
