import { expect, test } from "vitest";
import { growthOf } from "../../../test/growth/growth-of.ts";
import { termMatcher } from "./term-matcher.ts";

test.each([
  ["blanks behind the first word", (n: number) => `api${" ".repeat(n)}\n`],
  ["blanks on two lines", (n: number) => `api${" ".repeat(n)}\n${"\t ".repeat(n)}x`],
  ["first words and blanks", (n: number) => "api  ".repeat(n)],
  ["first words and hyphens", (n: number) => "api-api-key-".repeat(n)],
  ["first words on lines", (n: number) => "api \n".repeat(n)],
])(
  "a term of several words is looked for in %s in time that grows as the text does",
  async (name, of) => {
    const matcher = termMatcher({ from: "api api-key api", to: "token", isExact: false });
    const { fault } = await growthOf(
      (text) => matcher.find(text),
      { name, of },
      { lengths: [1_024, 4_096, 16_384, 65_536] },
    );
    expect(fault).toBeUndefined();
  },
);
