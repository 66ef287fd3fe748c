import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = `
  import { closeSync, openSync } from "node:fs";
  import { runGit } from ${JSON.stringify(new URL("./git.ts", import.meta.url).href)};
  const held = [];
  try {
    for (;;) held.push(openSync("/dev/null"));
  } catch {}
  const outcomes = [];
  const attempt = () => runGit(["--version"]).then(() => "ran", ({ code, message }) => code + ": " + message);
  outcomes.push(await attempt());
  for (let freed = 0; freed < 12; freed += 1) {
    closeSync(held.pop());
    await attempt();
  }
  for (const one of held) closeSync(one);
  outcomes.push(await attempt());
  console.log(JSON.stringify(outcomes));
`;

test("a process that may open no more files is told so instead of ending, and goes on when it may", async () => {
  const script = 'ulimit -n 64; exec "$0" --input-type=module --eval "$1"';
  const { stdout } = await promisify(execFile)("sh", ["-c", script, process.execPath, program]);
  expect(JSON.parse(stdout)).toEqual([
    expect.stringMatching(/^unavailable: git could not be started: .*no more files.*\(EMFILE\)/),
    "ran",
  ]);
});
