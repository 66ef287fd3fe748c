import { newId } from "../../src/lib/ids.ts";
import type { Database } from "../../src/store/database.ts";
import { insertJob } from "../../src/store/jobs/jobs.ts";

const perCommit = 1_000;

/** Jobs of the last months that have ended, each with an instruction, a plan and a change, as real ones have. */
export async function fillSessions(db: Database, projectId: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += perCommit)
    await db.transaction().execute(async (trx) => {
      for (let number = done; number < Math.min(done + perCommit, count); number += 1)
        await insertJob(trx, jobOf(projectId, number));
    });
  const messageToUser = "The page says now how a key is rotated, and its links were followed. ";
  await db
    .updateTable("jobs")
    .set({
      state: "halted",
      haltReason: "completed",
      messageToUser: messageToUser.repeat(4),
      pullRequestLink: "https://forge.example.com/acme/docs/pulls/12345",
      todos: ["Read the page", "Write the section", "Check the links"].map((content, index) => {
        return { id: String(index), content, status: "completed", priority: "medium" } as const;
      }),
    })
    .where("projectId", "=", projectId)
    .execute();
}

function jobOf(projectId: string, number: number): Parameters<typeof insertJob>[1] {
  const content = `Say on page ${number} how a key is rotated without downtime. `.repeat(6);
  return {
    id: newId("job"),
    projectId,
    branch: `docs/session-${number}`,
    base: "main",
    model: "scripted",
    asDraft: false,
    idempotencyKey: "",
    messages: [{ role: "user", content }],
    createdAt: new Date(Date.now() - (100_000 - number) * 60_000).toISOString(),
  };
}
