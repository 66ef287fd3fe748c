import { spawnSync } from "node:child_process";
import { readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { makeTree } from "../../../test/make-tree.ts";
import { openOwnerSession } from "../../../test/owner.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { systemClock } from "../../lib/clock.ts";
import { createTokenFor } from "../../members/tokens/create-token.ts";
import { applyPlan } from "./apply-plan.ts";
import type { ApplyStep, ApplyTarget } from "./apply-step.ts";
import { planSteps } from "./plan-steps.ts";
import { stepText } from "./plan-text.ts";
import { readApplyFile } from "./read-apply-file.ts";
import { serverTarget } from "./server-target.ts";
import { keysWithoutSecret, readKeysFile } from "./write-keys.ts";

async function open(scope: "write" | "read" = "write") {
  const node = await createTestNode();
  const deps = { db: node.db, clock: systemClock };
  await openOwnerSession(deps);
  const wanted = { label: "ci", scope, expiresAt: null, email: undefined };
  const { token } = await createTokenFor(deps, operator, wanted);
  const target = serverTarget(await node.listen(), token);
  const plan = async (text: string, env: Record<string, string> = {}) => {
    const read = readApplyFile(text);
    if ("faults" in read) throw new Error(JSON.stringify(read.faults));
    const { file } = read;
    const state = await target.read(file.prune ? "all" : Object.keys(file.projects));
    const settings = file.settings && (await target.readSettings());
    const { locationOf } = target;
    return planSteps({ file, state, settings, locationOf, secretOf: (name) => env[name] });
  };
  const run = async (text: string, env: Record<string, string> = {}) => {
    // Nothing can be read at the made-up addresses of these tests.
    const steps = (await plan(text, env)).filter(({ kind }) => kind !== "docs");
    return applyPlan({ target, steps, keysFile: undefined, told: () => undefined });
  };
  const texts = async (text: string, env?: Record<string, string>) =>
    (await plan(text, env)).map(stepText);
  return { node, target, plan, run, texts };
}

const location = "https://git.example/acme/docs.git";
const first = `
projects:
  beta:
    name: Beta
    baseUrl: https://docs.beta.example/
    starters: ["What is Beta?"]
    model: { sonnet: claude-x }
    sources:
      - { location: "${location}", subfolder: docs/, mount: api/, token: { fromEnv: T } }
    keys:
      site: { kind: assistant, origins: ["https://docs.beta.example/"] }
`;
const env = { T: "github_pat_one_of_a_good_length" };

test("what was brought about needs no second step, however it is spelt", async () => {
  const { run, texts } = await open();
  expect(await texts(first, env)).toEqual([
    "+ project beta",
    `+ source ${location} of beta`,
    "+ key site of beta",
    "> sync beta",
  ]);
  const { done, keys, failure } = await run(first, env);
  expect({ done, failure }).toEqual({ done: 3, failure: undefined });
  expect(keys).toEqual([
    { project: "beta", name: "site", key: expect.stringMatching(/^svc_dsc_/) },
  ]);
  expect(await texts(first, env)).toEqual(["> sync beta"]);
  expect(await texts(first)).toEqual(["> sync beta"]);
  const other = { T: "github_pat_two_of_a_good_length" };
  expect(await texts(first, other)).toEqual([`~ token of ${location} of beta`, "> sync beta"]);
});

test("what changes is named field by field, and what the file does not say stays", async () => {
  const { run, plan, texts } = await open();
  await run(first, env);
  const second = `
projects:
  beta:
    baseUrl: null
    model: null
    sources: [{ location: "https://git.example/acme/more.git", mount: api, branch: main }]
    keys: { site: { kind: assistant, origins: null } }
`;
  const steps = (await plan(second)).map(({ kind, changes }) => [
    kind,
    changes.map((one) => one.field),
  ]);
  expect(steps).toEqual([
    ["project", ["baseUrl", "model"]],
    ["source", ["location", "branch", "subfolder"]],
    ["key", ["origins"]],
    ["docs", []],
  ]);
  expect((await run(second)).failure).toBeUndefined();
  expect(await texts(second)).toEqual(["> sync beta"]);
  expect(await texts("projects: { beta: { name: Beta } }")).toEqual([]);
});

test("nothing is removed unless the file says so, and then only what it lists", async () => {
  const { node, run, texts } = await open();
  await run(first, env);
  const bare = "projects: { beta: { keys: {} } }";
  expect(await texts(bare)).toEqual([]);
  const hint = expect.stringMatching(/^- key site \(assistant, …\w{4}\) of beta$/);
  expect(await texts("projects: { beta: { prune: true, keys: {} } }")).toEqual([hint]);
  expect(await texts(`prune: true\n${bare}`)).toEqual([hint, "- project acme"]);
  await node.db.updateTable("keys").set({ providedBy: "environment" }).execute();
  expect(await texts("projects: { beta: { prune: true, keys: {} } }")).toEqual([]);
});

test("a key of another kind under the same name is refused before anything is done", async () => {
  const { run, texts } = await open();
  await run(first, env);
  const other = "projects: { beta: { keys: { site: { kind: admin } } } }";
  await expect(texts(other)).rejects.toThrow("its kind cannot be changed");
});

test("a step that fails ends the run, says which, and leaves the rest to the next", async () => {
  const { run, texts } = await open();
  const text = `
projects:
  beta:
    sources: [{ location: "https://127.0.0.1/x.git" }]
    keys: { site: { kind: assistant } }
`;
  const { done, failure } = await run(text);
  expect(done).toBe(1);
  expect(failure).toContain("+ source https://127.0.0.1/x.git of beta: ");
  expect(failure).toContain("inside the server's own networks");
  expect(await texts(text)).toEqual([
    "+ source https://127.0.0.1/x.git of beta",
    "+ key site of beta",
    "> sync beta",
  ]);
});

test("an address that is no Docent's is told before anything is planned", async () => {
  const { node } = await open();
  const url = await node.listen();
  const token = `svc_own_${"0".repeat(64)}`;
  await expect(serverTarget(`${url}/elsewhere`, token).read(["beta"])).rejects.toThrow("no API");
  await expect(serverTarget(url, token).read(["beta"])).rejects.toThrow("is not known here");
});

test("a server that sends on is named, and gets no token", async () => {
  const other = createServer((_, reply) => {
    reply.writeHead(302, { location: "https://docs.example/v1" }).end();
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === "object" ? address?.port : "";
  const target = serverTarget(`http://127.0.0.1:${port}`, `svc_own_${"0".repeat(64)}`);
  await expect(target.read([])).rejects.toThrow("sends on to https://docs.example,");
});

test("a token that only looks plans, and changes nothing", async () => {
  const { run, texts } = await open("read");
  expect(await texts(first, env)).toHaveLength(4);
  const { done, failure } = await run(first, env);
  expect(done).toBe(0);
  expect(failure).toContain("This token only looks");
});

test("settings of the server are stored together, and secrets come from the environment alone", async () => {
  const { run, plan, texts } = await open();
  const text = `
settings:
  DOCENT_JOB_MAX_STEPS: 40
  DOCENT_MODEL_PROVIDER: anthropic
  ANTHROPIC_API_KEY: { fromEnv: K }
`;
  const key = { K: "sk-ant-one-of-a-good-length" };
  const [step] = await plan(text, key);
  expect(JSON.stringify(step?.changes)).not.toContain(key.K);
  expect(step?.changes.map(({ field }) => field)).toHaveLength(3);
  expect((await run(text, key)).failure).toBeUndefined();
  expect(await texts(text, key)).toEqual([]);
  expect(await texts(text, { K: "sk-ant-two-of-a-good-length" })).toEqual([
    "~ settings of the server",
  ]);
  expect(await texts("settings: { DOCENT_JOB_MAX_STEPS: null }")).toHaveLength(1);
  expect(await texts("settings: { DOCENT_MENTION: null }")).toEqual([]);
  const moved = `${text}  ANTHROPIC_BASE_URL: https://gateway.example\n`;
  expect((await run(moved, key)).failure).toBeUndefined();
  expect(await texts(moved, key)).toEqual([]);
  const inFile = "settings: { ANTHROPIC_API_KEY: sk-ant-x }";
  await expect(texts(inFile)).rejects.toThrow("never stands in the file");
  await expect(texts("settings: { DOCENT_JOB_MAX_STEP: 1 }")).rejects.toThrow(
    "Did you mean DOCENT_JOB_MAX_STEPS?",
  );
});

const keyStep: ApplyStep = {
  kind: "key",
  action: "add",
  ...{ domain: "beta", name: "site", changes: [] },
  key: { kind: "assistant", origins: [], branches: false },
};
const maker: ApplyTarget = {
  ...{ where: "", read: async () => [], locationOf: async (text) => text },
  readSettings: () => Promise.reject(new Error("there are none")),
  carryOut: async () => ({ key: "svc_dsc_secret" }),
};

test("new keys go into a file for one's own eyes, beside those it holds", async () => {
  const { root } = await makeTree({});
  const keysFile = join(root, "keys.json");
  await writeFile(keysFile, '{"acme": {"a": "k"}}', { mode: 0o644 });
  const input = { target: maker, steps: [keyStep], keysFile, told: () => undefined };
  expect(await applyPlan(input)).toEqual({ done: 1, keys: [], failure: undefined });
  expect(JSON.parse(await readFile(keysFile, "utf8"))).toEqual({
    acme: { a: "k" },
    beta: { site: "svc_dsc_secret" },
  });
  expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
});

test("runs at the same time keep each other's keys", async () => {
  const { root } = await makeTree({});
  const keysFile = join(root, "keys.json");
  const names = ["a", "b", "c", "d"];
  const run = (domain: string) =>
    applyPlan({
      target: { ...maker, carryOut: async ({ name }) => ({ key: `${domain}-${name}` }) },
      steps: names.map((name) => ({ ...keyStep, domain, name })),
      ...{ keysFile, told: () => undefined },
    });
  await Promise.all([run("beta"), run("gamma"), run("delta")]);
  const keysOf = (domain: string) =>
    Object.fromEntries(names.map((name) => [name, `${domain}-${name}`]));
  expect(JSON.parse(await readFile(keysFile, "utf8"))).toEqual({
    ...{ beta: keysOf("beta"), gamma: keysOf("gamma"), delta: keysOf("delta") },
  });
  expect(await readdir(root)).toEqual(["keys.json"]);
});

test("a lock that a killed run left behind keeps nobody waiting", async () => {
  const { root } = await makeTree({});
  const keysFile = join(root, "keys.json");
  const { pid = 0 } = spawnSync(process.execPath, ["--version"]);
  await writeFile(`${keysFile}.lock`, `${pid}\n`);
  await utimes(`${keysFile}.lock`, 0, 0);
  const input = { target: maker, steps: [keyStep], keysFile, told: () => undefined };
  expect(await applyPlan(input)).toEqual({ done: 1, keys: [], failure: undefined });
  expect(await readdir(root)).toEqual(["keys.json"]);
});

test("a key that was made when the run was cut off is told by the next", async () => {
  const { root } = await makeTree({});
  const keysFile = join(root, "keys.json");
  const cut = (error: Error) =>
    applyPlan({
      target: { ...maker, carryOut: () => Promise.reject(error) },
      ...{ steps: [keyStep], keysFile, told: () => undefined },
    });
  const read = readApplyFile("projects: { beta: { keys: { site: { kind: assistant } } } }");
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  const lost = async (steps: ApplyStep[]) =>
    keysWithoutSecret(await readKeysFile(keysFile), read.file, steps);
  await cut(new AppError("conflict", "The name is taken."));
  expect(await lost([])).toEqual([]);
  await cut(new AppError("unavailable", "The reply did not come."));
  expect(await lost([])).toEqual([{ project: "beta", name: "site" }]);
  expect(await lost([keyStep])).toEqual([]);
  await applyPlan({ target: maker, steps: [keyStep], keysFile, told: () => undefined });
  expect(await lost([])).toEqual([]);
});

test("keys that no file takes are shown as soon as they are made", async () => {
  const seen: string[] = [];
  const steps: ApplyStep[] = [keyStep, { ...keyStep, kind: "docs", action: "sync" }];
  const target: ApplyTarget = {
    ...maker,
    carryOut: async ({ kind }) => {
      seen.push(kind);
      return kind === "key" ? { key: "svc_dsc_secret" } : {};
    },
  };
  const shown = ({ key }: { key: string }) => void seen.push(key);
  await applyPlan({ target, steps, keysFile: undefined, told: () => undefined, shown });
  expect(seen).toEqual(["key", "svc_dsc_secret", "docs"]);
});

test("a file that cannot take keys is found before one is made", async () => {
  const { root } = await makeTree({ "notes.txt": "mine" });
  let made = 0;
  const target = { ...maker, carryOut: async () => ({ key: `k${++made}` }) };
  for (const name of ["notes.txt", "no/such/folder", "."]) {
    const keysFile = join(root, name);
    const run = applyPlan({ target, steps: [keyStep], keysFile, told: () => undefined });
    await expect(run, name).rejects.toBeInstanceOf(AppError);
  }
  expect(made).toBe(0);
  expect(await readFile(join(root, "notes.txt"), "utf8")).toBe("mine");
});
