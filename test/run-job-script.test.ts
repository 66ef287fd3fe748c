import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createJobNode, type JobNode } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "./scripted-editor.ts";

const script = resolve("integrations/run-job.mjs");

type Ran = { code: number | null; log: string; outputs: Record<string, string>; summary: string };

/** Runs a command as a runner does: with files for outputs, and nothing of our own environment but the way to node. */
async function runStep(
  env: Record<string, string>,
  command = `"${process.execPath}" "${script}"`,
): Promise<Ran & { dotenv: string }> {
  const { root } = await makeTree({ output: "", summary: "", dotenv: "" });
  const place = (name: string) => join(root, name);
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", command], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: `${resolve(process.execPath, "..")}:${process.env.PATH}`,
      GITHUB_OUTPUT: place("output"),
      GITHUB_STEP_SUMMARY: place("summary"),
      DOCENT_DOTENV: place("dotenv"),
      ...env,
    },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => {
      log += String(bytes);
    });
  const code = await new Promise<number | null>((done) => child.on("close", done));
  const [output, summary, dotenv] = await Promise.all(
    ["output", "summary", "dotenv"].map((name) => readFile(place(name), "utf8")),
  );
  return {
    code,
    log,
    outputs: readOutputs(output ?? ""),
    summary: summary ?? "",
    dotenv: dotenv ?? "",
  };
}

/** As the runner reads the file: `name<<end`, lines, `end`. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split("\n");
  while (lines.length > 0) {
    const [name = "", end] = (lines.shift() ?? "").split("<<");
    if (end === undefined) continue;
    const at = lines.indexOf(end);
    outputs[name] = lines
      .splice(0, at + 1)
      .slice(0, -1)
      .join("\n");
  }
  return outputs;
}

async function jobNode(steps: ScriptedStep[]) {
  const model = scriptedEditor(steps);
  const node = await createJobNode({ model, pages: { "keys.md": "# Keys\n\nA key.\n" } });
  await node.jobs.startWorker();
  return { node, model };
}

function settings(node: JobNode, url: string, more: Record<string, string> = {}) {
  return {
    DOCENT_URL: url,
    DOCENT_ADMIN_KEY: node.keys.admin,
    DOCENT_PROJECT: "acme",
    DOCENT_INSTRUCTION: "Two keys.",
    DOCENT_BRANCH: "two-keys",
    ...more,
  };
}

const edit = { name: "edit_file", input: { path: "keys.md", old: "A key", new: "Two keys" } };
const editing: ScriptedStep[] = [{ text: "I edit.", calls: [edit] }, { calls: [finishCall()] }];

/** A way to the server that is cut after so many bytes of an answer, the first few times. */
async function cuttingProxy(
  target: string,
  cuts: number[],
): Promise<{ url: string; used(): number }> {
  const { port } = new URL(target);
  let used = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), "127.0.0.1");
    const left = { bytes: cuts[used] ?? Number.POSITIVE_INFINITY };
    used += 1;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => (socket === near ? far : near).destroy());
    }
    near.pipe(far);
    far.on("data", (bytes) => {
      near.write(bytes.subarray(0, left.bytes));
      left.bytes -= bytes.length;
      if (left.bytes <= 0) near.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const own = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${own}`, used: () => used };
}

test("a job is started, followed and handed on: outputs, summary, variables and a readable log", async () => {
  const { node } = await jobNode(editing);
  const ran = await runStep(settings(node, await node.listen(), { GITHUB_ACTIONS: "true" }));
  const [session] = await node.sessions();
  expect(ran.code).toBe(0);
  expect(ran.outputs).toEqual({
    "session-id": session?.sessionId,
    state: "completed",
    "pull-request": session?.pullRequestLink,
    branch: "two-keys",
    message: "Done.",
  });
  expect(ran.summary).toContain(`<a href="${session?.pullRequestLink}">`);
  expect(ran.dotenv).toContain(`DOCENT_JOB_PULL_REQUEST=${session?.pullRequestLink}\n`);
  expect(ran.log).toContain("docent | I edit.\n");
  expect(ran.log).toContain("docent | edit_file keys.md\n");
  expect(ran.log.startsWith(`::add-mask::${node.keys.admin}\n::stop-commands::`)).toBe(true);
  expect(ran.log.replace(/^::add-mask::.*\n/, "")).not.toContain(node.keys.admin);
});

test("a cut line is taken up again behind the last event, and one run is one job", async () => {
  const { node, model } = await jobNode(editing);
  const proxy = await cuttingProxy(await node.listen(), [0, 40, 900, 1_000]);
  const ran = await runStep(settings(node, proxy.url));
  expect(ran.code).toBe(0);
  expect(ran.outputs.state).toBe("completed");
  expect(proxy.used()).toBeGreaterThan(4);
  expect(await node.sessions()).toHaveLength(1);
  expect(model.asked).toHaveLength(2);
  expect(ran.log.split("docent | I edit.").length).toBe(2);
});

test.each([
  ["error", 1],
  ["no-change", 1],
  ["never", 0],
])("a job that fails, told to fail on %s, ends with %i", async (failOn, code) => {
  const { node } = await jobNode([{ fault: new Error("no model") }]);
  const ran = await runStep(settings(node, await node.listen(), { DOCENT_FAIL_ON: failOn }));
  expect(ran.code).toBe(code);
  expect(ran.outputs).toMatchObject({ state: "error", "pull-request": "" });
});

test.each([
  ["error", 0],
  ["no-change", 1],
])("a job that changes nothing, told to fail on %s, ends with %i", async (failOn, code) => {
  const { node } = await jobNode([{ calls: [finishCall()] }]);
  const ran = await runStep(settings(node, await node.listen(), { DOCENT_FAIL_ON: failOn }));
  expect(ran.code).toBe(code);
  expect(ran.outputs).toMatchObject({ state: "completed", "pull-request": "" });
});

test("when the time is over the step ends and the job goes on", async () => {
  const { node } = await jobNode([{ waitMs: 60_000 }]);
  const more = { DOCENT_TIMEOUT_MINUTES: "0.05" };
  const ran = await runStep(settings(node, await node.listen(), more));
  expect(ran.code).toBe(1);
  expect(ran.outputs.state).toBe("timeout");
  expect((await node.sessions())[0]?.haulted).toBe(false);
});

test("what a model says is no command to a runner, and no output or variable of its own", async () => {
  const { node } = await jobNode([
    {
      text: "::error::boo\n::set-output name=state::x\n##[add-mask]x\r\u001b[2Ksection_start:1:x",
      calls: [edit],
    },
    {
      calls: [
        finishCall({
          messageToUser:
            "Done.\n\n![x](http://evil.example/x)\n::add-mask::Done\nstate<<end\nhacked\nend\n##[error]x\nDOCENT_JOB_STATE=hacked\n</pre><script>x</script>",
        }),
      ],
    },
  ]);
  const ran = await runStep(settings(node, await node.listen(), { GITHUB_ACTIONS: "true" }));
  expect(ran.code).toBe(0);
  expect(ran.outputs.state).toBe("completed");
  expect(ran.outputs.message).toContain("state<\\<end\nhacked");
  expect(Object.keys(ran.outputs)).toHaveLength(5);
  const [mask, stop, ...rest] = ran.log.trimEnd().split("\n");
  expect(mask).toMatch(/^::add-mask::/);
  const token = stop?.replace("::stop-commands::", "");
  expect(rest.pop()).toBe(`::${token}::`);
  for (const line of rest) expect(line).toMatch(/^docent \| /);
  expect(ran.log).not.toContain("##[");
  expect(ran.log).not.toContain("\u001b");
  expect(ran.dotenv.match(/^DOCENT_JOB_STATE=.*$/gm)).toEqual(["DOCENT_JOB_STATE=completed"]);
  expect(ran.dotenv.trimEnd().split("\n")).toHaveLength(5);
  expect(ran.summary).not.toContain("<script>");
  expect(ran.summary.trimEnd()).not.toMatch(/\n\s*\n/);
});

test("what is missing, wrong or refused is told at once, without the key", async () => {
  const { node } = await jobNode(editing);
  const url = await node.listen();
  const given = settings(node, url);
  expect(await runStep({ ...given, DOCENT_URL: "" })).toMatchObject({
    code: 2,
    log: "Set DOCENT_URL.\n",
  });
  expect(await runStep({ ...given, DOCENT_FAIL_ON: "x" })).toMatchObject({ code: 2 });
  const refused = await runStep({ ...given, DOCENT_ADMIN_KEY: "svc_wrong" });
  expect(refused.code).toBe(2);
  expect(refused.log).toContain("The server answered 401: ");
  expect(refused.log).not.toContain("svc_wrong");
  expect(await node.sessions()).toHaveLength(0);
});

const action = z.object({
  inputs: z.record(
    z.string(),
    z.object({ description: z.string(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({
    using: z.literal("composite"),
    steps: z.tuple([
      z.object({ id: z.string(), run: z.string(), env: z.record(z.string(), z.string()) }),
    ]),
  }),
});

test("the action hands every input to the script and every output back", async () => {
  const folder = resolve("integrations/github-action");
  const { inputs, outputs, runs } = action.parse(
    parse(await readFile(join(folder, "action.yml"), "utf8")),
  );
  const [step] = runs.steps;
  expect(Object.values(step.env).sort()).toEqual(
    Object.keys(inputs)
      .map((name) => `\${{ inputs.${name} }}`)
      .sort(),
  );
  const { node } = await jobNode(editing);
  const given = {
    url: await node.listen(),
    key: node.keys.admin,
    project: "acme",
    instruction: "Two keys.",
  };
  const env = Object.entries(step.env).map(([name, written]) => {
    const input = written.replace(/^\$\{\{ inputs\.(.*) \}\}$/, "$1");
    return [
      name,
      Object.entries(given).find(([own]) => own === input)?.[1] ?? inputs[input]?.default ?? "",
    ];
  });
  const ran = await runStep({ ...Object.fromEntries(env), GITHUB_ACTION_PATH: folder }, step.run);
  expect(ran.code).toBe(0);
  expect(Object.values(outputs).map(({ value }) => value)).toEqual(
    Object.keys(ran.outputs).map((name) => `\${{ steps.${step.id}.outputs.${name} }}`),
  );
  expect(Object.keys(outputs)).toEqual(Object.keys(ran.outputs));
});

test("the GitLab template runs the same script and keeps its variables", async () => {
  const template = z
    .object({
      ".docent-job": z.object({
        variables: z.record(z.string(), z.string()),
        script: z.tuple([z.string()]),
        artifacts: z.object({ reports: z.object({ dotenv: z.string() }) }),
      }),
    })
    .parse(parse(await readFile(resolve("integrations/gitlab/docent-job.yml"), "utf8")));
  const { variables, script: lines, artifacts } = template[".docent-job"];
  expect(artifacts.reports.dotenv).toBe(variables.DOCENT_DOTENV);
  const { node } = await jobNode(editing);
  const { DOCENT_DOTENV: _, ...own } = variables;
  const given = { ...own, DOCENT_SCRIPT: script, CI_JOB_ID: "1" };
  const env = { ...given, ...settings(node, await node.listen()) };
  const first = await runStep(env, lines[0]);
  expect(first.code).toBe(0);
  expect(first.dotenv).toContain("DOCENT_JOB_STATE=completed\n");
  // The same job of the pipeline, repeated after a lost runner, is the same job here.
  expect((await runStep(env, lines[0])).dotenv).toBe(first.dotenv);
  expect(await node.sessions()).toHaveLength(1);
});
