import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository } from "./make-repository.ts";
import { makeTree } from "./make-tree.ts";
import { runHere } from "./run-here.ts";

const domain = ["--domain", "acme"];

test("with --json a command prints one object, and nothing else, on standard output", {
  timeout: 120_000,
}, async () => {
  const env = { DOCENT_DATA: join((await makeTree({})).root, "data") };
  const { path: docs } = await makeRepository({
    "doors.md": "# Doors\n\nThe hangar doors open at noon.\n",
  });
  const json = async (...argv: string[]) => {
    const { code, stdout } = await runHere([...argv, "--json"], env);
    expect(code, argv.join(" ")).toBe(0);
    return JSON.parse(stdout);
  };
  expect(await json("migrate")).toEqual({ schema: "newest" });
  const project = await json("projects", "add", ...domain, "--docs", docs);
  expect(project).toMatchObject({ domain: "acme", pages: 1 });
  expect(await json("projects", "list")).toMatchObject({
    projects: [{ id: project.id, domain: "acme", visibility: "private", sources: [{}] }],
  });
  expect(await json("projects", "update", ...domain, "--public")).toMatchObject({ id: project.id });
  const { sources } = await json("sources", "list");
  expect(sources).toMatchObject([{ domain: "acme", pages: 1 }]);
  const key = await json("keys", "create", ...domain, "--kind", "assistant");
  expect(key).toMatchObject({ domain: "acme", key: expect.stringMatching(/^svc_dsc_/) });
  const listed = await json("keys", "list");
  expect(listed).toMatchObject({ keys: [{ id: key.id, state: "active" }] });
  expect(JSON.stringify(listed)).not.toContain(key.key);
  expect(await json("keys", "revoke", key.id)).toEqual({ id: key.id, state: "revoked" });
  expect(await json("sync", ...domain)).toMatchObject({
    ...{ domain: "acme", sources: [{ pages: 1, changed: [] }] },
  });
  const answer = await json("ask", ...domain, "When do the hangar doors open?");
  expect(answer).toMatchObject({
    threadId: expect.stringMatching(/^thr_/),
    text: expect.stringContaining("noon"),
    citations: [{ path: "doors.md" }],
  });
  expect(await json("secrets", "list")).toEqual({ secrets: [] });
  expect(await json("tokens", "list")).toEqual({ tokens: [] });
  expect(await json("jobs", ...domain)).toEqual({ jobs: [] });
  expect(await json("automations", "list", ...domain)).toEqual({ automations: [] });
  expect(await json("automations", "runs", ...domain)).toMatchObject({ runs: [] });
  expect(await json("forget", "--fp", "nobody")).toMatchObject({ deleted: { threads: 0 } });
  expect(await json("check", docs)).toMatchObject({ findings: [] });
  expect(await json("projects", "remove", ...domain, "--yes")).toMatchObject({ domain: "acme" });
  const refused = await runHere(["sync", ...domain, "--json"], env);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: "not_found", details: [] });
});
