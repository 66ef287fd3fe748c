import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { gate } from "../src/cli/commands/gate.ts";

const root = new URL("../", import.meta.url);

function read(path: string): unknown[] {
  const documents = parseAllDocuments(readFileSync(new URL(path, root), "utf8"));
  if (!Array.isArray(documents)) throw new Error(`${path} is empty`);
  for (const { errors } of documents) expect(errors).toEqual([]);
  return documents.map((document) => document.toJS());
}

const step = z.object({
  uses: z.string().optional(),
  shell: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
});
const action = z.object({
  name: z.string(),
  description: z.string(),
  inputs: z.record(
    z.string(),
    z.object({ description: z.string(), required: z.boolean().optional() }),
  ),
  runs: z.object({ using: z.literal("composite"), steps: z.array(step) }),
});

function flagsIn(script: string): string[] {
  const known = script.slice(script.indexOf("docent gate") < 0 ? script.indexOf("flags=") : 0);
  return [...known.matchAll(/(?<![\w-])--([a-z-]+)/g)].map(([, name]) => name ?? "");
}

test("the GitHub action is a composite one, and no input reaches a shell but by the environment", () => {
  const { inputs, runs } = action.parse(read("ci/github-gate/action.yml")[0]);
  expect(inputs.install).toMatchObject({ required: true });
  const used = new Set<string>();
  for (const { run, shell, env = {} } of runs.steps) {
    for (const value of Object.values(env))
      for (const [, name] of value.matchAll(/inputs\.([\w-]+)/g)) used.add(name ?? "");
    if (run === undefined) continue;
    expect(shell).toBe("bash");
    expect(run).not.toContain("${{");
  }
  expect([...used].toSorted()).toEqual(Object.keys(inputs).toSorted());
  const script = runs.steps.at(-1)?.run ?? "";
  for (const flag of flagsIn(script)) expect(Object.keys(gate.flags)).toContain(flag);
});

test("the GitLab template calls the gate with flags that it has", () => {
  const [spec, jobs] = read("ci/gitlab/docent-gate.yml");
  expect(spec).toMatchObject({ spec: { inputs: { install: {} } } });
  const { script } = z
    .object({ "docent-gate": z.object({ script: z.array(z.string()) }) })
    .parse(jobs)["docent-gate"];
  const flags = flagsIn(script.at(-1) ?? "");
  expect(flags.length).toBeGreaterThan(3);
  for (const flag of flags) expect(Object.keys(gate.flags)).toContain(flag);
});

test("every action of others is named by the commit it was looked at", () => {
  const files = globSync([".github/workflows/*.yml", "ci/*/action.yml"], {
    cwd: fileURLToPath(root),
  });
  expect(files.length).toBeGreaterThan(1);
  for (const file of files)
    for (const [, used] of readFileSync(new URL(file, root), "utf8").matchAll(/uses: (.+)/g))
      expect(used, file).toMatch(/^(?:\.\/|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d)/);
});

const workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({ permissions: z.record(z.string(), z.string()), environment: z.string().optional() }),
  ),
});

test("a release may publish in the one job that does, and write nowhere else but the release", () => {
  const { permissions, jobs } = workflow.parse(read(".github/workflows/release.yml")[0]);
  expect(permissions).toEqual({});
  const allowed = Object.entries(jobs).map(([name, job]) => [name, job.permissions]);
  expect(Object.fromEntries(allowed)).toEqual({
    pack: { contents: "read" },
    executables: { contents: "read" },
    publish: { contents: "read", "id-token": "write" },
    announce: { contents: "write" },
  });
  expect(jobs.publish?.environment).toBe("npm");
});
