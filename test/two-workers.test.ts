import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { runGit } from "../src/git/run/git.ts";
import { startFakeAnthropic } from "./fake-anthropic.ts";
import { branchFiles } from "./job-node.ts";
import { addJob, makeWorkPlace, startWorkerProcess } from "./job-workers.ts";
import { stepOf } from "./rename-job.ts";

const jobs = Array.from({ length: 40 }, (_, index) => ({
  note: `note-${String(index).padStart(2, "0")}`,
  branch: `docs/branch-${index % 8}`,
}));

test("forty jobs over eight branches: two workers run each of them once, in order on each branch", {
  timeout: 240_000,
}, async () => {
  const askedBy = new Map<string, Set<string>>();
  const asked: string[] = [];
  const server = await startFakeAnthropic((request) => {
    const note = /note-\d\d/.exec(JSON.stringify(request.body.messages))?.[0] ?? "";
    const key = request.headers["x-api-key"] ?? "";
    askedBy.set(key, (askedBy.get(key) ?? new Set()).add(note));
    asked.push(`${note} ${stepOf(request)}`);
    const write = { name: "write_file", input: { path: `${note}.md`, content: `# ${note}\n` } };
    const done = { title: note, summary: note, messageToUser: note };
    return { calls: [stepOf(request) === 1 ? write : { name: "finish", input: done }] };
  });
  onTestFinished(server.close);
  const place = await makeWorkPlace("postgres", { "start.md": "# Start\n" }, server.url);
  for (const { note, branch } of jobs) await addJob(place, { branch, instruction: note });
  const settingsOf = (name: string) => ({
    ...place,
    settings: { ...place.settings, ANTHROPIC_API_KEY: `sk-${name}-0123456789` },
  });
  await Promise.all(["one", "two"].map((name) => startWorkerProcess(settingsOf(name))));
  for (;;) {
    const left = await place.db.selectFrom("jobs").select("id").where("state", "!=", "halted");
    if ((await left.execute()).length === 0) break;
    await pause(50);
  }
  const ends = await place.db.selectFrom("jobs").select(["haltReason", "attempt"]).execute();
  expect(ends).toEqual(jobs.map(() => ({ haltReason: "completed", attempt: 1 })));
  expect(asked.sort()).toEqual(jobs.flatMap(({ note }) => [`${note} 1`, `${note} 2`]));
  expect([...askedBy.keys()]).toHaveLength(2);
  const [first = new Set(), second = new Set()] = askedBy.values();
  expect([...first].filter((note) => second.has(note))).toEqual([]);
  for (const branch of new Set(jobs.map((job) => job.branch))) {
    const own = jobs.filter((job) => job.branch === branch).map(({ note }) => note);
    const log = ["log", "--reverse", "--format=%s", `main..${branch}`];
    const { stdout } = await runGit(log, { gitDirectory: place.repository });
    expect(stdout.toString().trim().split("\n")).toEqual(own);
    expect(Object.keys(await branchFiles(place.repository, branch)).sort()).toEqual(
      [...own.map((note) => `${note}.md`), "start.md"].sort(),
    );
  }
  const changes = await place.db.selectFrom("changes").select("head").execute();
  expect(changes).toHaveLength(8);
});
