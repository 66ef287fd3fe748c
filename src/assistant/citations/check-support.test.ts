import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bundledEmbedder } from "../../models/vectors/static/embedder.ts";
import { type CitedPassage, createSupportCheck } from "./check-support.ts";

type Page = {
  title: string;
  heading: string;
  content: string;
  statements: Record<string, string[]>;
};

const { agreement } = bundledEmbedder();
const pages: Record<string, Page> = JSON.parse(
  readFileSync(new URL("../../../test/support-pairs.json", import.meta.url), "utf8"),
);
const pairs = Object.values(pages).flatMap(({ title, heading, content, statements }) =>
  Object.entries(statements).flatMap(([label, list]) =>
    list.map((statement) => ({
      label,
      statement,
      passage: { title, headings: [heading], content },
    })),
  ),
);

describe("over the labelled statements", () => {
  const check = createSupportCheck({ agreement });
  const checked = pairs.map((pair) => ({
    ...pair,
    isSupported: check(pair.statement, pair.passage) === "whole",
  }));
  const count = (label: RegExp, isSupported: boolean) =>
    checked.filter((pair) => label.test(pair.label) && pair.isSupported === isSupported).length;

  test("nine of ten statements that stand in their passage are supported", () => {
    expect(checked.length).toBeGreaterThanOrEqual(140);
    expect(count(/^yes$/, true)).toBeGreaterThanOrEqual(59);
    expect(count(/^yes$/, false)).toBeLessThanOrEqual(6);
  });

  test("nine of ten markers that are kept are right", () => {
    const right = count(/^yes$/, true);
    const wrong = count(/^(?!yes$)/, true);
    expect(right / (right + wrong)).toBeGreaterThan(0.9);
  });

  test.each([
    ["number", 0],
    ["identifier", 0],
    ["other", 0],
    ["negation", 3],
  ])("of those with another %s no more than %i slip through", (label, most) => {
    expect(count(new RegExp(`^${label}$`), true)).toBeLessThanOrEqual(most);
    expect(count(new RegExp(`^${label}$`), false)).toBeGreaterThan(10);
  });
});

const keys: CitedPassage = {
  title: "Keys",
  headings: ["Create a key"],
  content: `To create a key, run this command:

\`\`\`bash
npx acme keys create --kind admin
npx acme keys list
\`\`\`

A key is shown once. It works for 90 days.

| Option | Meaning |
|---|---|
| \`--kind\` | the kind of key |
| \`--label\` | a name for your own use |`,
};

test.each([
  ["A key is shown once.", "whole"],
  ["A key is shown once. Bananas are yellow and sweet.", "part"],
  ["Bananas are yellow and sweet. A key is shown once.", "whole"],
  ["Bananas are yellow and sweet.", "none"],
  ["An earlier paragraph about bananas.\n\nA key is shown once.", "whole"],
  ["- Bananas are sweet fruit\n- It works for 90 days", "whole"],
  ["- It works for 90 days\n- Bananas are sweet fruit", "part"],
  ["| Option | Meaning |\n|---|---|\n| `--label` | a name for your own use |\n\n", "whole"],
  ["| Option | Meaning |\n|---|---|\n| `--colour` | the colour of bananas |\n\n", "none"],
  ["Do this:\n\n```bash\nnpx acme keys create --kind admin\n```\n\n", "whole"],
  ["Do this:\n\n```bash\nrm -rf / --no-preserve-root\n```\n\n", "none"],
  ["Yes.", "none"],
  ["", "whole"],
  ["Ein Schlüssel wird nur einmal angezeigt und gilt für 90 Tage.", "whole"],
  ["Ein Schlüssel wird nur einmal angezeigt und gilt für 30 Tage.", "none"],
])("%j is supported: %s", (statement, verdict) => {
  expect(createSupportCheck({ agreement })(statement, keys)).toBe(verdict);
});

test("agreement can support a statement, but not a number", () => {
  const check = createSupportCheck({ agreement: () => 1 });
  expect(check("A key appears a single time.", keys)).toBe("whole");
  expect(check("A key appears for 30 days.", keys)).toBe("none");
});

test("a model that never stops citing is not checked for ever", () => {
  let calls = 0;
  const check = createSupportCheck({ agreement: () => Number(++calls > 0) });
  for (let index = 0; index < 5_000; index += 1) check(`Statement of number ${index}.`, keys);
  expect(calls).toBeLessThanOrEqual(200);
});

test("hostile statements and passages are checked in bounded time", () => {
  const check = createSupportCheck({ agreement });
  const long = [
    "a ".repeat(200_000),
    "`".repeat(200_000),
    "1,".repeat(200_000),
    "a_".repeat(200_000),
  ];
  for (const text of [
    ...long,
    "[".repeat(200_000),
    "a.b/".repeat(100_000),
    "x, ".repeat(100_000),
  ]) {
    expect(["whole", "part", "none"]).toContain(check(text, { ...keys, content: text }));
    expect(["whole", "part", "none"]).toContain(
      check("It works for 90 days.", { ...keys, content: text }),
    );
  }
});
