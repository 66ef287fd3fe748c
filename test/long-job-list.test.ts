import { expect, test } from "vitest";
import { storeKinds } from "./harness.ts";
import { createJobNode } from "./job-node.ts";
import { addJob } from "./job-workers.ts";

const count = 1_200;

test.each(storeKinds)(
  "a list that goes out in parts is whole and in order on %s",
  async (store) => {
    const node = await createJobNode({ store });
    const { db, project, repository } = node;
    const place = { db, projectId: project.id, repository, settings: {} };
    const id = await addJob(place, { branch: "docs/first", instruction: "Do it." });
    const row = await db
      .selectFrom("jobs")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: count - 1 }, (_, index) => ({
      ...row,
      ...{ id: `job_${index}`, ordinal: index + 2, place: index + 2, state: "halted" as const },
    }));
    for (let start = 0; start < copies.length; start += 400)
      await db
        .insertInto("jobs")
        .values(copies.slice(start, start + 400))
        .execute();
    const ids = async (query: string) => (await node.sessions(query)).map((one) => one.sessionId);
    const newestFirst = [...copies.map((one) => one.id).reverse(), id];
    expect(await ids("")).toEqual(newestFirst);
    expect(await ids("?skip=7&take=600")).toEqual(newestFirst.slice(7, 607));
    expect(await ids("?take=500")).toEqual(newestFirst.slice(0, 500));
    expect(await ids("?skip=1199")).toEqual([id]);
    expect(await ids("?take=0")).toEqual([]);
    const packed = await node.agent("/jobs", { headers: { "accept-encoding": "gzip" } });
    expect(packed.headers.get("content-encoding")).toBeNull();
  },
);
