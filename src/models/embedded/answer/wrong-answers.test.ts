import { expect, test } from "vitest";
import type { EmbeddedPassage } from "./answer-input.ts";
import { composeAnswer } from "./compose-answer.ts";

type Given = Pick<EmbeddedPassage, "content" | "headings"> & Partial<EmbeddedPassage>;

function answer(question: string, given: Given[]): string {
  const passages = given.map((passage, index) => ({
    n: index + 1,
    path: "page.md",
    title: "Page",
    anchor: passage.headings.join("-"),
    startLine: 1 + index * 50,
    score: 1 - index / 10,
    ...passage,
  }));
  const rest = { earlier: [], nearest: [], weights: {}, unknown: [] };
  return composeAnswer({ question, evidence: "enough", passages, ...rest });
}

test("default of an option comes with its value, not its pros and cons alone", () => {
  const pros =
    "| Type | Default |\n|---|---|\n| number | 21 |\n\nPros: a bigger `windowSize` gives fewer blank areas.\n\nCons: more memory is used.";
  const written = answer("windowSize default", [
    { headings: ["windowSize"], content: `### windowSize\n\n${pros}` },
  ]);
  expect(written).toContain("| number | 21 |");
});

test("platform that a heading or note names is quoted with the option", () => {
  const content =
    "### dropShadow\n\nSets the drop shadow color.\n\nOn Android use `elevation` to draw a drop shadow:\n\n```js\nelevation: 4\n```";
  expect(answer("drop shadow android", [{ headings: ["dropShadow"], content }])).toContain(
    "elevation: 4",
  );
});

test("request that fails is answered with its fix, not with the call's arguments", () => {
  const written = answer("http request fails on iOS", [
    {
      headings: ["Issue"],
      content: "## Issue\n\nAn http request fails on iOS although it works on Android.",
    },
    {
      headings: ["Background"],
      content: "## Background\n\niOS blocks every request that is not encrypted.",
      score: 0,
    },
    {
      headings: ["Solution"],
      content:
        "## Solution\n\nAdd an exception for the domain:\n\n```xml\n<key>NSExceptionDomains</key>\n```",
      score: 0,
    },
    {
      headings: ["Arguments"],
      content: "## Arguments\n\nFetch also takes an optional second argument for http requests.",
      path: "fetch.md",
      score: 0.3,
    },
  ]);
  expect(written).toContain("NSExceptionDomains");
  expect(written).not.toContain("second argument");
});

test("command is quoted, and what it prints goes first when room is short", () => {
  const output = Array.from({ length: 60 }, (_, at) => `node-${at} Ready worker 1d`).join("\n");
  const prose = "Drain a node before you take it down, so that its pods move. ".repeat(6);
  const content = `## Drain a node\n\n${prose}\n\n\`\`\`shell\nkubectl drain node-1\n\`\`\`\n\nThe output is similar to:\n\n\`\`\`\n${output}\n\`\`\`\n\nThen start it again.`;
  const written = answer("drain a node", [{ headings: ["Drain a node"], content }]);
  expect(written).toContain("kubectl drain node-1");
  expect(written).not.toContain("output is similar");
  expect(written).toContain("…");
});

test("code in the next passage of the section is quoted with it", () => {
  const lead = "Middleware runs before the handler and can answer on its own.";
  const written = answer("custom middleware", [
    { headings: ["Custom middleware"], content: `## Custom middleware\n\n${lead}` },
    {
      headings: ["Custom middleware"],
      content: "Write it like this:\n\n```ts\napp.use(mine)\n```",
      score: 0,
    },
  ]);
  expect(written).toBe(
    `${lead} [1]\n\nWrite it like this:\n\n\`\`\`ts\napp.use(mine)\n\`\`\`\n\n[2]`,
  );
});

test("of sections in one passage the one that is asked for is quoted first", () => {
  const content =
    "### setCookie\n\nWrites a cookie.\n\n### deleteCookie\n\nRemoves a cookie by its name.\n\n### getCookie\n\nReads a cookie.";
  expect(
    answer("remove a cookie with deleteCookie", [{ headings: ["setCookie"], content }]),
  ).toMatch(/^Removes a cookie by its name\. \[1\]/);
});

test("how to disable is not answered with how to enable", () => {
  const content =
    "## Telemetry\n\nEnable telemetry with `docent telemetry on`.\n\nSet `TELEMETRY=0` to disable it again.";
  const written = answer("How do I disable telemetry?", [{ headings: ["Telemetry"], content }]);
  expect(written).toBe("Set `TELEMETRY=0` to disable it again. [1]");
});

test("sentence, item and row with a hole are not quoted", () => {
  const content =
    "The port is {{ port }}. The host is local.\n\n- one {{ x }}\n- two\n\n| a | b |\n|---|---|\n| 1 | {{ x }} |\n| 2 | 3 |";
  expect(answer("port and host", [{ headings: [], content }])).toBe(
    "The host is local.\n\n- two\n\n| a | b |\n|---|---|\n| 2 | 3 |\n\n[1]",
  );
});

test("sentence that points at what is not on the page is left out", () => {
  const content = "The lifespan is a function. We write it like this:\n\n{* ../src/events.py *}";
  expect(answer("lifespan", [{ headings: [], content }])).toBe("The lifespan is a function. [1]");
});

test("sentence that points at the section below it is quoted with that section", () => {
  const written = answer("longer time limit", [
    { headings: ["Limits"], content: "## Limits\n\nA longer time limit is set like this:" },
    {
      headings: ["Limits", "On a server"],
      content: "### On a server\n\n```js\nmax = 600\n```",
      score: 0,
    },
  ]);
  expect(written).toContain("is set like this");
  expect(written).toContain("max = 600");
});
