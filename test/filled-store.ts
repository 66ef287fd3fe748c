import { createKey } from "../src/keys/create-key.ts";
import { systemClock } from "../src/lib/clock.ts";
import { newId } from "../src/lib/ids.ts";
import { insertPageRating } from "../src/store/answers/page-ratings.ts";
import { type Database, openDatabase } from "../src/store/database.ts";
import { insertProject } from "../src/store/docs/projects.ts";
import { openChange, updateOpenChange } from "../src/store/jobs/changes.ts";
import { appendJobEvents } from "../src/store/jobs/job-events.ts";
import { insertJob, lockProjectJobs } from "../src/store/jobs/jobs.ts";
import { addMember } from "./owner.ts";

const minuteMs = 60_000;
const instructions = [
  "Document the new `--dry-run` flag of `docent sync` on every page that mentions syncing",
  "Replace “API token” with “API key” in all guides, and fix the anchors that break",
  "Write a page about running behind nginx, with a tested configuration",
  "Shorten the quickstart: it should take five minutes, not fifteen",
  "Explain what happens to running answers when the server is restarted",
  "Add a troubleshooting section for certificates of a company's own authority",
];
const longWord =
  "DOCENT_A_SETTING_WITH_A_NAME_THAT_IS_LONGER_THAN_ANY_PHONE_IS_WIDE_AND_HAS_NO_SPACE";

export type Filled = { running: string; failed: string };

/** Fills the store of a running server with what real use leaves: jobs in every state, changes, keys, projects, long names. */
export async function fillStore(file: string, domain: string): Promise<Filled> {
  const db = await openDatabase({ kind: "sqlite", file });
  try {
    const { id: projectId } = await db
      .selectFrom("projects")
      .select("id")
      .where("domain", "=", domain)
      .executeTakeFirstOrThrow();
    await addJobs(db, projectId);
    const running = await addRunningJob(db, projectId);
    const failed = await addFailedJob(db, projectId);
    await addPastChanges(db, projectId);
    await addKeys(db, projectId);
    await addRatings(db, projectId);
    for (const name of ["Handbook", "Mobile SDK", longWord]) await addProject(db, name);
    await addMember({ db, clock: systemClock }, "viewer", {
      name: "Vera",
      email: "vera@a.example",
    });
    return { running, failed };
  } finally {
    await db.destroy();
  }
}

/** So many that they are searched, not read. */
export async function addManyProjects(file: string): Promise<void> {
  const db = await openDatabase({ kind: "sqlite", file });
  try {
    const names = ["Billing", "Console", "Gateway", "Kiosk", "Partner portal", "Terminal"];
    for (const name of names) await addProject(db, name);
  } finally {
    await db.destroy();
  }
}

async function addJobs(db: Database, projectId: string): Promise<void> {
  const texts = [...instructions, `Say what ${longWord} does`];
  for (const [index, text] of texts.entries()) {
    const id = await addJob(db, projectId, { text, minutesAgo: (index + 2) * 95 });
    await db
      .updateTable("jobs")
      .set({
        state: "halted",
        haltReason: index % 3 === 2 ? "interrupted" : "completed",
        messageToUser: "I changed 4 pages and checked every link that leads to them.",
        startedAt: minutesAgo((index + 2) * 95),
        haltedAt: minutesAgo((index + 2) * 95 - 7),
        earlierMs: (index + 2) * 71_000,
        step: 9,
      })
      .where("id", "=", id)
      .execute();
  }
}

/** Leased to a worker that is not there, until long after the test. */
async function addRunningJob(db: Database, projectId: string): Promise<string> {
  const id = await addJob(db, projectId, {
    text: "Describe the new limits of answers at the same time, and link to them from the errors page",
    minutesAgo: 3,
  });
  await db
    .updateTable("jobs")
    .set({
      state: "running",
      leaseOwner: "another worker",
      leaseExpiresAt: "2999-01-01T00:00:00.000Z",
      startedAt: minutesAgo(2),
      turnStartedAt: minutesAgo(2),
      todos: [
        { id: "1", content: "Find the pages about limits", status: "completed", priority: "high" },
        {
          id: "2",
          content: "Describe the limits of a key and of a reader",
          status: "in_progress",
          priority: "high",
        },
        {
          id: "3",
          content: "Link to them from the errors page",
          status: "pending",
          priority: "high",
        },
      ],
      step: 2,
    })
    .where("id", "=", id)
    .execute();
  await db.transaction().execute((trx) =>
    appendJobEvents(trx, id, [
      { type: "start-step" },
      { type: "text-start", id: "t1" },
      {
        type: "text-delta",
        id: "t1",
        delta: "Looking for the pages that speak of limits first.",
      },
      { type: "text-end", id: "t1" },
      { type: "finish-step" },
    ]),
  );
  return id;
}

async function addFailedJob(db: Database, projectId: string): Promise<string> {
  const id = await addJob(db, projectId, {
    text: "Translate the quickstart to Spanish",
    minutesAgo: 40,
  });
  const message = "The model's server answered with status 529 (overloaded_error): Overloaded.";
  await db
    .updateTable("jobs")
    .set({
      state: "halted",
      haltReason: "error",
      messageToUser: message,
      startedAt: minutesAgo(40),
      haltedAt: minutesAgo(38),
      earlierMs: 2 * minuteMs,
      modelFault: { kind: "overloaded", status: 529, message },
    })
    .where("id", "=", id)
    .execute();
  return id;
}

async function addJob(
  db: Database,
  projectId: string,
  job: { text: string; minutesAgo: number },
): Promise<string> {
  const id = newId("job");
  await db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, projectId);
    await insertJob(trx, {
      id,
      projectId,
      branch: `docent/${id}`,
      base: "main",
      model: "sonnet",
      asDraft: false,
      messages: [{ role: "user", content: job.text }],
      createdAt: minutesAgo(job.minutesAgo),
      idempotencyKey: "",
    });
  });
  return id;
}

async function addPastChanges(db: Database, projectId: string): Promise<void> {
  for (const [index, title] of [...instructions, `Describe ${longWord}`].entries()) {
    const change = await openChange(
      db,
      {
        projectId,
        title,
        body: "What was asked.",
        draft: false,
        head: `docent/past-${index}`,
        base: "main",
        headCommit: "a".repeat(40),
        baseCommit: "b".repeat(40),
        checks: [{ name: "Links", passed: index % 2 === 0, findings: [] }],
        jobId: "",
      },
      minutesAgo((index + 2) * 90),
    );
    const state = index % 3 === 0 ? "closed" : "merged";
    await updateOpenChange(db, change, { state }, minutesAgo((index + 1) * 90));
  }
}

async function addKeys(db: Database, projectId: string): Promise<void> {
  const labels = ["Docs site", "Staging site", "Help widget in the app", longWord, ""];
  for (const [index, label] of labels.entries())
    await createKey(
      { db, clock: systemClock },
      { kind: "operator" },
      {
        projectId,
        kind: index % 2 === 0 ? "assistant" : "admin",
        label,
        expiresAt: index === 1 ? new Date(minutesAgo(-60 * 24 * 30)) : null,
        origins: index === 0 ? ["https://docs.acme.example", "https://www.acme.example"] : [],
      },
    );
}

async function addRatings(db: Database, projectId: string): Promise<void> {
  const ratings = [
    { path: "quickstart.mdx", rating: "up", comment: "" },
    { path: "quickstart.mdx", rating: "up", comment: "It worked at once." },
    { path: "configuration.mdx", rating: "down", comment: `Which file is it? ${longWord}` },
    { path: "no-longer-there.mdx", rating: "down", comment: "" },
  ] as const;
  for (const [index, rating] of ratings.entries())
    await insertPageRating(db, {
      ...rating,
      ...{ id: newId("rat"), projectId, createdAt: minutesAgo(index * 30) },
    });
}

async function addProject(db: Database, name: string): Promise<void> {
  await insertProject(db, {
    id: newId("prj"),
    domain: name
      .toLowerCase()
      .replace(/[^a-z]+/g, "-")
      .slice(0, 40),
    name,
    visibility: "private",
    baseUrl: "",
    currentRevisionId: null,
    createdAt: minutesAgo(60 * 24),
  });
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * minuteMs).toISOString();
}
