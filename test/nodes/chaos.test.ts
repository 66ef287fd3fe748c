import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { hasPgBouncer } from "../../scripts/needs/ensure-pgbouncer.ts";
import { cutLine } from "../cut-line.ts";
import { createForgeState } from "../forges/forge-state.ts";
import { forgeToken, startForge } from "../forges/start-forge.ts";
import type { ModelRequest, ScriptedReply } from "../model-script.ts";
import { startPostgresServer } from "../postgres-server.ts";
import { stepOf } from "../rename-job.ts";
import { askOn, runJob } from "./chaos-clients.ts";
import { faultsOf, type Place } from "./chaos-faults.ts";
import { expectAnswers, expectJobs, expectTidy } from "./chaos-proof.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { pages, startNodes } from "./start-nodes.ts";

/** `CHAOS=long`, or a number of rounds of all faults. */
const rounds = process.env.CHAOS === "long" ? 20 : Number(process.env.CHAOS ?? 1);
const jobsPerRound = 4;

/** Of nine questions one meets a model that is busy, one a model that breaks off, and one a model that stalls. */
function replyTo(request: ModelRequest, number: number): ScriptedReply {
  const text = JSON.stringify(request.body);
  if (text.includes("write_file")) {
    const note = /note-\d+/.exec(text)?.[0] ?? "note";
    const write = { name: "write_file", input: { path: `${note}.md`, content: `# ${note}\n` } };
    const done = { title: note, summary: note, messageToUser: note };
    return { calls: [stepOf(request) === 1 ? write : { name: "finish", input: done }] };
  }
  if (number % 9 === 4) return { fault: { status: 529 } };
  if (number % 9 === 6) return { pieces: ["a ", "stall "], pauseMs: 1_500 };
  if (number % 9 === 8) return { pieces: ["half "], fault: "reset-after-pieces" };
  return { pieces: Array.from({ length: 20 }, (_, index) => `w${index} `), pauseMs: 30 };
}

/** Two nodes and a worker with a PostgreSQL, a disk and a forge of their own; the clock of one node jumps. */
async function startPlace(): Promise<Place> {
  const postgres = await startPostgresServer();
  onTestFinished(() => postgres.stop());
  const state = await createForgeState(pages);
  const line = await cutLine({
    url: (await startForge({ name: "Gitea", kind: "gitea" }, state)).url,
  });
  const disk = await mountSmallDisk(96);
  const clock = pathToFileURL(join(import.meta.dirname, "jumped-clock.ts")).href;
  const nodes = await startNodes(replyTo, {
    databaseUrl: postgres.url,
    folder: disk.folder,
    docs: {
      DOCENT_DOCS: `${new URL("acme/docs.git", line.url)}`,
      DOCENT_GIT_TOKEN: forgeToken,
      DOCENT_FORGES: `${new URL(line.url).host}=gitea`,
      DOCENT_PUBLIC_URL: "http://docent.test",
    },
    own: { other: { NODE_OPTIONS: `--import ${clock}` } },
  });
  return { ...nodes, postgres, disk, forge: { state, line } };
}

test.runIf(hasPgBouncer())(
  "nothing acknowledged is lost or doubled while nodes, PgBouncer, PostgreSQL, the disk, the forge and the model fail",
  { timeout: 240_000 + rounds * 120_000 },
  async () => {
    const place = await startPlace();
    let isOver = false;
    const clients = ["ann", "bea", "cem"].map((name) => askOn(place, name, () => isOver));
    const running: ReturnType<typeof runJob>[] = [];
    const happened: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (let job = 0; job < jobsPerRound; job += 1)
        running.push(runJob(place, `note-${running.length}`));
      for (const { name, happen } of faultsOf(place)) {
        await pause(700);
        await happen();
        happened.push(name);
      }
      if (rounds > 1) process.stderr.write(`chaos: round ${round + 1} of ${rounds}\n`);
    }
    await pause(1_000);
    isOver = true;
    const heard = await Promise.all(clients);
    const jobs = await Promise.all(running);
    const asked = heard.flatMap((one) => one.asked);
    const totals = {
      faults: happened.length,
      acknowledged: asked.length,
      whole: asked.filter(({ isDone }) => isDone).length,
      seenToFail: asked.filter(({ sawError }) => sawError).length,
      refused: heard.reduce((sum, { refused }) => sum + refused, 0),
      events: asked.reduce((sum, { events }) => sum + events.size, 0),
      jobs: jobs.length,
      jobEvents: jobs.reduce((sum, { events }) => sum + events.size, 0),
    };
    console.log(`chaos: ${JSON.stringify(totals)}`);
    await expectAnswers(place, asked);
    await expectJobs(place, jobs);
    await expectTidy(place);
    expect(totals.whole).toBeGreaterThan(0);
    expect(totals.whole + totals.seenToFail).toBe(totals.acknowledged);
  },
);
