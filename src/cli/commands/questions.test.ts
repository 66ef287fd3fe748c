import { expect, test } from "vitest";
import { capturedTerminal } from "../../../test/captured-terminal.ts";
import { makeRepository } from "../../../test/make-repository.ts";
import { AppError } from "../../lib/app-error.ts";
import { run } from "../run.ts";

/** A terminal without any service that works: checking needs none. */
async function questions(...argv: string[]) {
  const terminal = capturedTerminal(async () => unusable);
  const code = await run(["questions", "check", ...argv], terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

const unusable = new Proxy(Object.create(null), {
  get: (_, name) => {
    // Whoever waits for it looks whether it is a promise.
    if (name === "then") return undefined;
    throw new AppError("internal", `The check reached for ${String(name)}.`);
  },
});

const pages = { "docs/guides/keys.md": "# Keys\n", "docs/index.md": "# Home\n" };

function withQuestions(text: string) {
  return makeRepository({ ...pages, ".docent/questions.yml": text });
}

test("a sound file ends with 0, and pages may be named in every way", async () => {
  const names = ["guides/keys.md", "docs/guides/keys.md", "/guides/keys", "keys"];
  const { path } = await withQuestions(`- question: How?\n  pages: ${JSON.stringify(names)}\n`);
  expect(await questions(path)).toEqual({
    code: 0,
    stdout: "Everything is fine: 1 question.\n",
    stderr: "",
  });
});

test("every fault has its line, and a page that is not there the nearest one", async () => {
  const { path } = await withQuestions(
    "questions:\n  - question: How?\n    pages: guides/kyes.md\n  - how\n  - question: ''\n    page: x\n",
  );
  const { code, stdout } = await questions(path);
  expect(code).toBe(1);
  expect(
    stdout,
  ).toBe(`.docent/questions.yml:2 There is no page guides/kyes.md: did you mean guides/keys.md?
.docent/questions.yml:4 It is asked on line 2 already.
.docent/questions.yml:5 There is no question.
.docent/questions.yml:6 The key "page" is not known: there are question, pages, words, unanswered.

4 findings; 1 question can be asked.
`);
  const json = JSON.parse((await questions("--format", "json", path)).stdout);
  expect(json).toMatchObject({ version: 1, questions: 1, faults: [{ line: 2 }, {}, {}, {}] });
});

test("without a file it ends with 2 and says how to make one", async () => {
  const { path } = await makeRepository(pages);
  const { code, stderr } = await questions(path);
  expect(code).toBe(2);
  expect(stderr).toContain("docent questions export");
});
