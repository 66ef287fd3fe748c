import { describe, expect, test } from "vitest";
import { question, readEvents, storeKinds } from "../../../test/harness.ts";
import { createJobNode, type JobNode } from "../../../test/job-node.ts";
import { makeUpGroup } from "../../../test/made-up-groups.ts";
import { groupDetail } from "../../contract/insights/groups.ts";
import { agentSession } from "../../contract/jobs.ts";
import { systemClock } from "../../lib/clock.ts";
import { followChanges } from "./follow-changes.ts";
import { type Looked, watchMerged } from "./watch-merged.ts";

const lacking = "How many topics can an account have?";
const instruction = `Add a section "${lacking}" to keys.md with this text:\n\nAn account can have ten topics.`;

function send(node: JobNode, path: string, body?: unknown): Promise<Response> {
  const headers = {
    authorization: `Bearer ${node.keys.admin}`,
    "content-type": "application/json",
  };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return node.request(path, { ...init, headers });
}

async function setUp(store: "sqlite" | "postgres") {
  const node = await createJobNode({ store });
  await node.jobs.startWorker();
  const { id: projectId, domain } = node.project;
  const groupId = await makeUpGroup(node.db, { projectId, questions: [lacking] });
  const at = `/v1/analytics/${domain}/groups/${groupId}`;
  const looked: Looked = new Map();
  const round = async () => {
    const faults: unknown[] = [];
    const deps = {
      ...{ db: node.db, clock: systemClock, repositoryOf: node.jobs.create.repositoryOf },
      kindOf: async (_: string, texts: string[]) =>
        texts.map((text) => (text.includes("topics") ? groupId : undefined)),
      refreshChanges: async () => undefined,
      onFault: (error: unknown) => void faults.push(error),
    };
    await followChanges(deps);
    await watchMerged(deps, looked);
    expect(faults).toEqual([]);
  };
  const told = async () => {
    const { group, events } = groupDetail.parse(await (await send(node, at)).json());
    return [group.state, events.map(({ kind }) => kind).join(" ")];
  };
  const startJob = async () => {
    const session = agentSession.parse(
      await (await send(node, `${at}/job`, { instruction })).json(),
    );
    await (await node.agent(`/job/${session.sessionId}/stream`)).text();
  };
  const decide = async (number: number, action: string) =>
    (await send(node, `/v1/projects/${domain}/changes/${number}/${action}`, {})).status;
  const ask = async (text: string) => void (await readEvents(await node.ask(question(text))));
  return { node, groupId, projectId, round, told, startJob, decide, ask };
}

describe.each(storeKinds)("on %s", (store) => {
  test("a group follows its change to the merge, and closes when readers are answered", async () => {
    const { node, groupId, round, told, startJob, decide, ask } = await setUp(store);
    await startJob();
    await round();
    await round();
    expect(await told()).toEqual(["in-work", "job-started change-proposed"]);
    const row = await node.db
      .selectFrom("groupEvents")
      .selectAll()
      .orderBy("seq", "desc")
      .executeTakeFirst();
    expect(row?.text).toBe("1 of 1 question now answered from keys.md");
    expect(await decide(1, "merge")).toBe(200);
    await round();
    expect(await told()).toEqual(["watched", "job-started change-proposed change-merged"]);
    await ask("How do I install Acme?");
    await round();
    expect((await told())[0]).toBe("watched");
    await ask(lacking);
    await round();
    await round();
    const story = "job-started change-proposed change-merged answered";
    expect(await told()).toEqual(["answered", story]);
    await joinLater(node, groupId);
    await round();
    expect(await told()).toEqual(["open", `${story} reopened`]);
  });
});

test("a dropped change, and a job that changes nothing, give the group back", async () => {
  const { round, told, startJob, decide } = await setUp("sqlite");
  await startJob();
  await round();
  expect(await decide(1, "close")).toBe(200);
  await round();
  await round();
  expect(await told()).toEqual(["open", "job-started change-proposed change-dropped"]);
  await startJob();
  await round();
  expect((await told())[0]).toBe("in-work");
});

/** A question that was asked of the docs with the change in them, and not answered. */
async function joinLater({ db, project }: JobNode, groupId: string): Promise<void> {
  const at = "2999-01-01T00:00:00.000Z";
  const other = await makeUpGroup(db, { projectId: project.id, questions: ["Topics?"], at });
  await db.updateTable("groupedQuestions").set({ groupId }).where("groupId", "=", other).execute();
  const { currentRevisionId: revisionId } = await db
    .selectFrom("projects")
    .select("currentRevisionId")
    .where("id", "=", project.id)
    .executeTakeFirstOrThrow();
  await db.updateTable("answers").set({ revisionId }).where("question", "=", "Topics?").execute();
}
