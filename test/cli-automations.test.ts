import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeRepository } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";
import { runHere } from "./run-here.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

const settings = { DOCENT_DASHBOARD: "off", DOCENT_LOG_LEVEL: "error" };
const spec = {
  name: "Tidy up",
  trigger: { kind: "schedule", cron: "0 7 1 1 *", timeZone: "UTC" },
  instruction: 'Replace "widget" with "gadget" everywhere.',
  limits: { usdPerMonth: 0, usdPerRun: 0, openChanges: 1, quietHours: null },
  ...{ asDraft: true, model: "sonnet" },
};

test("an automation is made, run, paused and deleted from the terminal", {
  timeout: 300_000,
}, async () => {
  const data = await newDataFolder();
  const repository = await makeRepository({ "keys.md": "# Keys\n\nA widget opens the door.\n" });
  const { root } = await makeTree({
    "tidy-up.json": JSON.stringify(spec),
    "odd.json": JSON.stringify({ ...spec, trigger: { kind: "schedule", cron: "often" } }),
  });
  const docent = (...args: string[]) => runHere([...args, "--data", data], settings);
  const automations = (name: string, ...args: string[]) =>
    docent("automations", name, "--domain", "acme", ...args);
  await docent("projects", "add", "--domain", "acme", "--docs", repository);
  const made = await automations("create", "--file", join(root, "tidy-up.json"));
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^aut_\w+\n$/) });
  const id = made.stdout.trim();
  for (const file of ["odd.json", "none.json"])
    expect(await automations("create", "--file", join(root, file))).toMatchObject({ code: 2 });
  const run = await automations("run", id);
  expect(run).toMatchObject({
    ...{ code: 0, stdout: expect.stringMatching(/^run_\w+\n$/) },
    stderr: expect.stringContaining("waits until a server runs"),
  });
  expect(await automations("run", id)).toMatchObject({ code: 1, stdout: "" });
  expect((await automations("runs", "--id", id)).stdout).toMatch(/Tidy up +waiting .*Started by/);
  await serveUntilEnd(["--data", data], settings);
  for (;;) {
    const { stdout } = await automations("runs");
    if (/Tidy up +changed +change 1 /.test(stdout)) break;
    expect(stdout).toMatch(/Tidy up +(?:waiting|working) /);
    await pause(200);
  }
  expect(await automations("pause", id)).toMatchObject({ code: 0 });
  expect((await automations("list")).stdout).toMatch(/ paused .* changed +Tidy up /);
  expect(await automations("resume", id)).toMatchObject({ code: 0 });
  expect((await automations("list")).stdout).toMatch(/ on +\d{4}-01-01 07:00 /);
  expect(await automations("delete", id)).toMatchObject({ code: 0 });
  expect((await automations("list")).stdout).not.toContain(id);
  expect(await automations("run", id)).toMatchObject({ code: 1, stdout: "" });
});
