import { join } from "node:path";
import { expect, test } from "vitest";
import { branchFiles, makeRepository } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";
import { runHere } from "./run-here.ts";
import { newDataFolder, runDocent, serveUntilEnd } from "./server-process.ts";

const pages = {
  "keys.md": "---\ntitle: Keys\n---\n\n# Keys\n\nA widget opens the door.\n",
  "doors.md": "---\ntitle: Doors\n---\n\n# Doors\n\nThe widget fits every door.\n",
};
const settings = { DOCENT_DASHBOARD: "off", DOCENT_LOG_LEVEL: "error" };
const job = ["job", "--domain", "docent"];

test("a job runs from the terminal, beside a server and without one", {
  timeout: 180_000,
}, async () => {
  const data = await newDataFolder();
  const repository = await makeRepository(pages);
  const place = ["--data", data];
  const server = await serveUntilEnd([...place, "--docs", repository], settings);
  const instruction = 'Replace "widget" with "gadget" everywhere.';
  const beside = await runDocent([...job, ...place, "--branch", "docs/a", instruction], settings);
  expect(beside).toMatchObject({ code: 0 });
  expect(beside.stdout).toMatch(/\/dashboard\/docent\/changes\/1$/m);
  expect(beside.stderr).not.toContain("No server is running");
  await server.end();
  const alone = await runDocent(
    [...job, ...place, "--branch", "docs/b", "--draft", "--model", "opus", instruction],
    settings,
  );
  expect(alone).toMatchObject({ code: 0 });
  expect(alone.stderr).toContain("No server is running");
  expect(alone.stdout).toMatch(/\/dashboard\/docent\/changes\/2$/m);
  for (const branch of ["docs/a", "docs/b"])
    expect((await branchFiles(repository, branch))["keys.md"]).toContain("A gadget opens");
  const list = await runDocent(["jobs", "--domain", "docent", ...place], settings);
  expect(list.stdout.trim().split("\n")).toEqual([
    expect.stringMatching(/^ID +CREATED +STATE +ASKED +BRANCH +RESULT$/),
    expect.stringMatching(/^job_\w{24} .* completed +Replace .+ +docs\/b +http.*\/changes\/2$/),
    expect.stringMatching(/^job_\w{24} .* completed +Replace .+ +docs\/a +http.*\/changes\/1$/),
  ]);
});

test("the questions of a file are asked of the change before it is proposed", {
  timeout: 180_000,
}, async () => {
  const data = await newDataFolder();
  const place = ["--data", data];
  const { root } = await makeTree({
    "asked.yml": "- How many topics can an account have?\n- question: What opens the door?\n",
    "none.yml": "[]\n",
    "odd.yml": "- question: Who?\n  page: x\n",
    "refused.yml": "- question: What is the price?\n  unanswered: true\n",
    "many.yml": Array.from({ length: 21 }, (_, at) => `- Question ${at}?\n`).join(""),
  });
  const added = ["projects", "add", "--domain", "docent", "--docs", await makeRepository(pages)];
  expect(await runHere([...added, ...place], settings)).toMatchObject({ code: 0 });
  const asking = (file: string, ...args: string[]) =>
    runHere([...job, ...place, "--questions", join(root, file), ...args], settings);
  const section =
    'Add a section "Topics of an account" to keys.md with this text:\n\nAn account can have ten topics.';
  const done = await asking("asked.yml", section);
  expect(done).toMatchObject({ code: 0 });
  expect(done.stdout).toMatch(/questions? now answered from keys\.md/);
  for (const [file, said] of [
    ["none.yml", /holds 1 to 20 questions/],
    ["many.yml", /holds 1 to 20 questions/],
    ["odd.yml", /Line 2 .* "page" is not known/],
    ["refused.yml", /Line 1 .* must not be answered/],
    ["nowhere.yml", /cannot be read/],
  ] as const)
    expect(await asking(file, section)).toMatchObject({
      ...{ code: 2, stdout: "", stderr: expect.stringMatching(said) },
    });
  const session = await asking("asked.yml", "--session", "job_1", section);
  expect(session.stderr).toContain("leave out --branch, --draft, --model and --questions");
});

test("what cannot be done is one sentence, with 2 where what was given is wrong", {
  timeout: 180_000,
}, async () => {
  const data = await newDataFolder();
  const place = ["--data", data];
  const added = ["projects", "add", "--domain", "docent", "--docs", await makeRepository(pages)];
  expect(await runHere([...added, ...place], settings)).toMatchObject({ code: 0 });
  const refused = [
    { expected: 2, args: [...job, ...place, "--branch", "main", "Do it."] },
    { expected: 2, args: [...job, ...place, "--model", "gpt", "Do it."] },
    { expected: 2, args: [...job, ...place, ""] },
    { expected: 1, args: ["job", "--domain", "nowhere", ...place, "Do it."] },
    { expected: 1, args: ["jobs", "--domain", "docent", "--retry", "job_none", ...place] },
  ];
  for (const { expected, args } of refused) {
    const { code, stderr, stdout } = await runHere(args, settings);
    expect(code, args.join(" ")).toBe(expected);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^docent: [^\n]+\.\n$/m);
  }
});
