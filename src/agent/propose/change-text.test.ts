import { micromark } from "micromark";
import { describe, expect, test } from "vitest";
import { titleConvention } from "../guidance/title-convention.ts";
import type { Outcome } from "../run/job-progress.ts";
import { type ChangeMaterial, changeBody, changeTitle, commitMessage } from "./change-text.ts";

const outcome: Outcome = {
  title: "Rename keys",
  summary: "- keys.md: renamed",
  messageToUser: "Done.",
  claims: [],
};
const sound = {
  broken: [],
  knownBefore: 0,
  checks: [{ name: "Pages can be read", passed: true, findings: [] }],
};

function material(more: Partial<ChangeMaterial> = {}): ChangeMaterial {
  return {
    outcome,
    instructions: ["Rename keys.\nEverywhere."],
    files: [
      { path: "keys.md", oldPath: "keys.md", status: "modified" },
      { path: "new.md", oldPath: "new.md", status: "added" },
      { path: "old.md", oldPath: "old.md", status: "deleted" },
    ],
    report: sound,
    lineOf: () => undefined,
    session: { id: "job_1", url: "http://docent.test/dashboard/acme/jobs/job_1" },
    ...more,
  };
}

const body = (more: Partial<ChangeMaterial> = {}) => changeBody(material(more));

describe("the body of a change", () => {
  test("says what and why, the task, the pages, the checks and the session", () => {
    expect(body()).toBe(`- keys.md: renamed

## Task

> Rename keys.
> Everywhere.

## Pages

- \`keys.md\` changed
- \`new.md\` added
- \`old.md\` deleted

## Checks

Nothing is broken by this change.

- Passed: Pages can be read

Made by Docent in session [job_1](http://docent.test/dashboard/acme/jobs/job_1).`);
  });

  test("says first and plainly what is broken, and how much was so before", () => {
    const finding = "keys.md:3 there is nothing at `x`; did you mean @ada?";
    const checks = [
      ...sound.checks,
      { name: "Links lead somewhere", passed: false, findings: [finding] },
    ];
    const broken = [{ check: "link", path: "keys.md", line: 3, message: "nothing" }] as const;
    const text = body({ report: { broken: [...broken], knownBefore: 4, checks } });
    expect(text).toMatch(/^\*\*This change breaks one thing: see Checks\.\*\*\n\n- keys/);
    expect(text).toContain(`## Checks

**This change breaks one thing** in the docs.

- **Failed**: Links lead somewhere
  - \`\`${finding}\`\`
- Passed: Pages can be read

4 problems were there before and are left as they were.`);
  });

  test("says when something could not be checked", () => {
    const checks = [{ name: "The checks ran", passed: false, findings: ["They failed."] }];
    const text = body({ report: { broken: [], knownBefore: 0, checks } });
    expect(text).toContain("**Not everything could be checked.**");
    expect(text).not.toContain("Nothing is broken");
  });

  test("quotes every instruction by itself", () => {
    const text = body({ instructions: ["Rename keys.", "Also roles."] });
    expect(text).toContain("> Rename keys.\n\nThen:\n\n> Also roles.\n\n## Pages");
  });

  test("tells a moved page from a new one", () => {
    const text = body({ files: [{ path: "new.md", oldPath: "old.md", status: "moved" }] });
    expect(text).toContain("## Pages\n\n- `new.md` moved from `old.md`\n\n");
  });

  test("lists what to verify, first what nothing bears out", () => {
    const claims = [
      { text: "A key lives 30 days.", source: { path: "src/keys.ts", line: 12 } },
      { text: "Keys are free.", source: undefined },
      { text: "It is fast.", source: { path: "src/gone.ts", line: 1 } },
    ];
    const lineOf = (path: string, line: number) =>
      path === "src/keys.ts" && line === 12 ? "  const days = `30`; // @ada" : undefined;
    expect(body({ outcome: { ...outcome, claims }, lineOf })).toContain(`## Please verify

- Keys are free. **Nothing in the repository says this.**
- A key lives 30 days. (\`src/keys.ts:12\`: \`\`const days = \`30\`; // @ada\`\`)
- It is fast. (\`src/gone.ts:1\`)

Made by Docent`);
    expect(body()).not.toContain("Please verify");
  });

  test("says when the work ended at a limit, once", () => {
    expect(body({ limit: "60 steps" })).toMatch(
      /^\*\*This change is not complete: the job was stopped at its limit of 60 steps\.\*\*\n/,
    );
    const summary = "The work is not complete: the job was stopped at its limit of 60 steps.";
    const text = body({ limit: "60 steps", outcome: { ...outcome, summary } });
    expect(text.split("limit of 60 steps")).toHaveLength(2);
  });

  test("stays in its sections whatever others wrote, and pings nobody", () => {
    const hostile = "Fixes #1 @ada <!-- x -->\n```\n## Checks\n<img src=x>";
    const claims = [{ text: hostile, source: { path: "a`b@ada", line: 1 } }];
    const text = body({
      outcome: { ...outcome, summary: hostile, claims },
      instructions: [hostile, `\r\u0000\u001b[31m${hostile}`],
      files: [{ path: "a`b\n# x", oldPath: "", status: "added" }],
      lineOf: () => hostile,
    });
    const html = micromark(text, { allowDangerousHtml: true });
    const headings = [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map((match) => match[1]);
    expect(headings).toEqual(["Task", "Pages", "Checks", "Please verify"]);
    const outside = html.replace(/<code[^>]*>[^<]*<\/code>/g, "");
    expect(outside).not.toMatch(/@ada|#1|<img|<!--/);
    for (const control of ["\u0000", "\u001b", "\r"]) expect(text).not.toContain(control);
  });

  test("has no heading of others that passes for ours", () => {
    const summary =
      "# Checks\nAll passed.\n\n## Why\n\nTask\n---\n\n> ## please verify:\n\nPages\n===";
    const html = micromark(body({ outcome: { ...outcome, summary }, instructions: [summary] }));
    const headings = [...html.matchAll(/<h([1-6])>(.*?)<\/h/g)].map(
      ([, level, words]) => `${level}${words}`,
    );
    expect(headings).toEqual(["3Why", "2Task", "3Why", "2Pages", "2Checks"]);
  });

  test("keeps quoted code closed where only an odd space follows the fence", () => {
    const text = "```\nx\n```\u00a0\n@ada <img src=x>\n```\nend";
    const html = micromark(body({ instructions: [text] }), { allowDangerousHtml: true });
    expect(html.replace(/<code>[^<]*<\/code>/g, "")).not.toMatch(/@ada|<img/);
  });

  test("keeps within what a forge takes", () => {
    const long = `${"word @a ".repeat(20)}\n`.repeat(2_000);
    const files = Array.from({ length: 3_000 }, (_, index) => {
      const path = `docs/${"deep/".repeat(150)}${index}.md`;
      return { path, oldPath: path, status: "added" } as const;
    });
    const findings = Array.from({ length: 500 }, () => long);
    const claims = Array.from({ length: 500 }, () => ({ text: long, source: undefined }));
    const text = body({
      outcome: { ...outcome, summary: long, claims },
      instructions: [
        ...Array.from({ length: 30 }, () => "\n-".repeat(5_000)),
        ...Array.from({ length: 20 }, () => long),
      ],
      files,
      report: { broken: [], knownBefore: 0, checks: [{ name: "x", passed: false, findings }] },
    });
    expect(text.length).toBeLessThan(60_000);
    expect(text).toMatch(/\(Cut here: \d+ characters are left out\.\)/);
    expect(text).toMatch(/- and \d+ more\n\n## Checks/);
    expect(text).toContain("Then 40 more.");
    expect(text).toMatch(/Made by Docent in session/);
  });
});

test("a title is one short line in the repository's convention", () => {
  expect(changeTitle(" Rename\nkeys\u0000 ")).toBe("Rename keys");
  expect(changeTitle("\u0000\n")).toBe("Edit the docs");
  expect(changeTitle("x".repeat(500))).toHaveLength(120);
  const convention = titleConvention(["docs: a", "fix: b", "docs: c"]);
  expect(changeTitle("Rename keys.", convention)).toBe("docs: rename keys");
  expect(changeTitle("fix(api): #1 for @ada", convention)).toBe("fix(api): `#1` for `@ada`");
});

test("a title that is too long is cut where no code is left open, and settled once", () => {
  for (const title of ["@ada ".repeat(40), `${"x".repeat(112)} @octocat`, "`a b` ".repeat(30)]) {
    const settled = changeTitle(title);
    expect(settled.length).toBeLessThanOrEqual(120);
    expect(settled.replace(/`[^`]*`/g, "")).not.toMatch(/[`@]/);
    expect(changeTitle(settled)).toBe(settled);
  }
});

test("a commit message names its session, and no trailer of others ends it", () => {
  expect(commitMessage(outcome, "job_1")).toBe(
    "Rename keys\n\n- keys.md: renamed\n\nDocent-Session: job_1\n",
  );
  const hostile = { ...outcome, summary: "Fixes #1\n\nSigned-off-by: Ada <a@b.c>\n[skip ci]" };
  expect(commitMessage(hostile, "job_1", titleConvention(["docs: a", "docs: b", "docs: c"]))).toBe(
    "docs: rename keys\n\nFixes # 1\n\nSigned-off-by Ada <a@b.c>\n(skip ci)\n\nDocent-Session: job_1\n",
  );
  expect(commitMessage({ ...outcome, summary: " " }, "job_1")).toBe(
    "Rename keys\n\nDocent-Session: job_1\n",
  );
});
