import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ceilingSettings } from "./ceiling-settings.ts";
import { limitSettings } from "./limit-settings.ts";

const rows = readFileSync(new URL("../../docs/security.mdx", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "));

test.each(Object.entries(limitSettings))("the docs list %s with its default", (name, { rule }) => {
  const row = rows.find((line) => line.includes(`\`${name}\``));
  expect(row?.split("|")[2]?.trim()).toMatch(new RegExp(`^${rule.parse(undefined)}\\b`));
});

test("the docs list the ceiling that a project has by default", () => {
  const { rule } = ceilingSettings.DOCENT_DAILY_COST_PER_PROJECT;
  const row = rows.find((line) => line.includes("DOCENT_DAILY_COST_PER_PROJECT"));
  expect(row).toContain(`| ${rule.parse(undefined)} |`);
});
