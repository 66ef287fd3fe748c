import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { startFakeOpenAi } from "./fake-openai.ts";
import { makeTree } from "./make-tree.ts";
import type { FakeModelServer } from "./model-script.ts";
import { runHere } from "./run-here.ts";
import { collect, environment } from "./server-process.ts";

const timeout = 120_000;
const key = "sk-proj-hunter2";

async function place(replies = 1): Promise<{ root: string; model: FakeModelServer }> {
  const model = await startFakeOpenAi(
    Array.from({ length: replies }, () => ({ pieces: ["ready"] })),
  );
  onTestFinished(model.close);
  const { root } = await makeTree({ "docs/a.md": "# A\n" });
  return { root, model };
}

/** Types each answer once its question is there: what is typed too early would be shown. */
async function converse(command: string[], cwd: string, answers: [string, string][]) {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd, env: environment({}), stdio: "pipe" });
  const running = collect(child);
  const said = () => running.stdout() + running.stderr();
  let heard = 0;
  const timer = setTimeout(() => child.kill("SIGKILL"), timeout / 2);
  for (const [question, answer] of answers) {
    while (!said().slice(heard).includes(question) && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 10));
    heard = said().length;
    child.stdin.write(`${answer}\n`);
  }
  const { code } = await running.ended;
  clearTimeout(timer);
  return { code, said: said(), stdout: running.stdout() };
}

function written(root: string) {
  return parseEnv(readFileSync(join(root, ".env"), "utf8"));
}

test("answers that are piped in are written to a file, tried at once", { timeout }, async () => {
  const { root, model } = await place(2);
  const docent = [process.execPath, inject("programs").docent, "init"];
  const answers: [string, string][] = [
    ["Where are the docs?", ""],
    ["Domain", "acme"],
    ["Who writes", "openai-compatible"],
    ["Key for it", key],
    ["Address of the model's server", model.url],
    ["Name of the model", "qwen"],
    ["Address that people", "https://docs.example.com"],
  ];
  const first = await converse(docent, root, answers);
  expect(first).toMatchObject({
    ...{ code: 0, stdout: ".env is written. Next: docent serve --settings .env\n" },
  });
  expect(first.said).not.toContain(key);
  expect(model.requests).toHaveLength(1);
  const expected = {
    DOCENT_DOCS: join(root, "docs"),
    DOCENT_DOMAIN: "acme",
    DOCENT_MODEL_PROVIDER: "openai-compatible",
    DOCENT_MODEL_URL: model.url,
    DOCENT_MODEL_SONNET: "qwen",
    DOCENT_MODEL_KEY: key,
    DOCENT_PUBLIC_URL: "https://docs.example.com",
  };
  expect(written(root)).toEqual(expected);

  const other = answers.map(([question, answer]): [string, string] => [
    question,
    question === "Domain" ? "other" : answer,
  ]);
  const second = await converse(docent, root, [...other, ["Change it?", "no"]]);
  expect(second).toMatchObject({ code: 1, stdout: "" });
  expect(second.said).toContain("- DOCENT_DOMAIN=acme");
  expect(second.said).not.toContain(key);
  expect(written(root)).toEqual(expected);
});

test.skipIf(!existsSync("/usr/bin/script"))(
  "at a terminal a key is not shown while it is typed, and a wrong one may be typed again",
  { timeout },
  async () => {
    const { root } = await place();
    const model = await startFakeOpenAi([
      { fault: { status: 401, body: { error: { message: "no" } } } },
      { pieces: ["ready"] },
    ]);
    onTestFinished(model.close);
    const flags = `init --docs docs --domain acme --model openai-compatible --model-url ${model.url} --model-name qwen`;
    const line = `"${process.execPath}" "${inject("programs").docent}" ${flags}`;
    const { code, said } = await converse(["script", "-qfec", line, "/dev/null"], root, [
      ["(it is not shown)", "sk-wrong"],
      ["Try again", ""],
      ["(it is not shown)", key],
      ["Address that people", ""],
    ]);
    expect(code).toBe(0);
    expect(said).toContain("answers after");
    expect(said).not.toMatch(/hunter2|sk-wrong/);
    expect(written(root)).toMatchObject({ DOCENT_MODEL_KEY: key, DOCENT_DOMAIN: "acme" });
  },
);

test("without a person, flags and the environment are enough, and a file that is there stays", {
  timeout,
}, async () => {
  const { root } = await place();
  const docent = [process.execPath, inject("programs").docent, "init", "--yes", "--docs", "docs"];
  expect(await converse([...docent, "--model", "embedded"], root, [])).toMatchObject({ code: 0 });
  const before = written(root);
  const again = await converse([...docent, "--model", "embedded"], root, []);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("says so already") });
  const other = await converse([...docent, "--domain", "other", "--json"], root, []);
  expect(other).toMatchObject({ code: 1, stdout: "" });
  expect(other.said).toContain('"code":"conflict"');
  expect(written(root)).toEqual(before);
});

test("in a repository a file that git would take is told of, and one that it ignores is not", async () => {
  const { root } = await makeTree({ "docs/a.md": "# A\n" });
  execFileSync("git", ["init", "--quiet", root]);
  const file = join(root, ".env");
  const argv = ["init", "--yes", "--docs", join(root, "docs"), "--model", "embedded"];
  const init = () => runHere([...argv, "--file", file], { DOCENT_DATA: join(root, "data") });
  const open = await init();
  expect(open).toMatchObject({ code: 0, stdout: expect.stringContaining("is written") });
  expect(open.stderr).toContain("add it to .gitignore");
  writeFileSync(join(root, ".gitignore"), ".env\n");
  const ignored = await init();
  expect(ignored).toMatchObject({ code: 0 });
  expect(ignored.stderr).not.toContain(".gitignore");
});
