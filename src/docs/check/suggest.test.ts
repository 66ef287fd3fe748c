import { expect, test } from "vitest";
import { createSuggest } from "./suggest.ts";

const pages = ["guides/api-keys", "guides/locks", "admin/locks", "start/first-steps", "page-1007"];

test.each([
  ["guides/keys", "guides/api-keys"],
  ["other/locks", "guides/locks"],
  ["admin/lock", "admin/locks"],
  ["guides/lokcs", "guides/locks"],
  ["start/first-step", "start/first-steps"],
])("%s is most like %s", (wanted, like) => {
  expect(createSuggest(() => pages)(wanted)).toBe(like);
});

test.each(["nothing", "guides/x", "", "page-7", "page-107", "a".repeat(10_000)])(
  "nothing is like %j",
  (wanted) => {
    expect(createSuggest(() => pages)(wanted)).toBeUndefined();
  },
);
