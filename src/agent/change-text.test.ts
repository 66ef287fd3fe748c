import { expect, test } from "vitest";
import { changeBody, changeTitle, commitMessage } from "./change-text.ts";

const outcome = { title: "Rename keys", summary: "- keys.md: renamed", messageToUser: "Done." };

function body(more: Partial<Parameters<typeof changeBody>[0]> = {}): string {
  return changeBody({
    outcome,
    instruction: "Rename keys.\nEverywhere.",
    changes: [
      { path: "keys.md", content: "x", mode: "100644" },
      { path: "new.md", content: "x", mode: "100644" },
      { path: "old.md", content: null, mode: "100644" },
    ],
    existed: (path) => path !== "new.md",
    checks: [
      { name: "Pages can be read", passed: true, findings: [] },
      { name: "Links lead somewhere", passed: false, findings: ["keys.md:3 nothing at `x`"] },
    ],
    session: { id: "job_1", url: "http://docent.test/dashboard/acme/jobs/job_1" },
    ...more,
  });
}

test("a change says what and why, the task, the files, the checks and the session", () => {
  expect(body()).toBe(`- keys.md: renamed

## Task

> Rename keys.
> Everywhere.

## Files

- \`keys.md\` changed
- \`new.md\` added
- \`old.md\` deleted

## Checks

- Passed: Pages can be read
- **Failed**: Links lead somewhere
  - \`keys.md:3 nothing at 'x'\`

Made by Docent in session [job_1](http://docent.test/dashboard/acme/jobs/job_1).`);
});

test("files that the summary names already are not listed again", () => {
  const summary = "- `keys.md`: renamed\n- `new.md`: new page\n- `old.md`: removed";
  expect(body({ outcome: { ...outcome, summary } })).not.toContain("## Files");
});

test("a task of many lines stays inside its quotation and within bounds", () => {
  const text = body({ instruction: `a\r\n\r\n## Checks\r# b\u0000\u001b[31m${"x".repeat(9_000)}` });
  const quoted = text.slice(text.indexOf("## Task"), text.indexOf("## Files")).trim().split("\n");
  for (const line of quoted.slice(2)) expect(line).toMatch(/^>/);
  for (const control of ["\u0000", "\u001b", "\r"]) expect(text).not.toContain(control);
  expect(text.length).toBeLessThan(6_000);
});

test("a title is one short line, whatever the model gave", () => {
  expect(changeTitle(" Rename\nkeys\u0000 ")).toBe("Rename keys");
  expect(changeTitle("\u0000\n")).toBe("Edit the docs");
  expect(changeTitle("x".repeat(500))).toHaveLength(120);
});

test("a commit message names its session", () => {
  expect(commitMessage(outcome, "job_1")).toBe(
    "Rename keys\n\n- keys.md: renamed\n\nDocent-Session: job_1\n",
  );
});
