import { expect, test } from "vitest";
import { branchFiles, createJobNode, jobEvents, task } from "./job-node.ts";

const pages = {
  "docs.json": '{ "navigation": { "groups": [{ "group": "Start", "pages": ["index"] }] } }\n',
  "index.mdx": "---\ntitle: Home\n---\n\nSee [keys](https://acme.dev/keys).\n",
};
const branch = "docs/one";

async function startedJob(instruction: string) {
  const node = await createJobNode({ pages });
  await node.jobs.startWorker();
  const events = await jobEvents(await node.createJob(task(instruction, { branch })));
  const [session] = await node.sessions();
  return { node, events, session };
}

test("a change of the embedded model that adds a finding is a draft with the finding in it, at once", async () => {
  const { node, events, session } = await startedJob(
    'Add a page other/hello.mdx called "Hello" with the text "See [keys](/nowhere)."',
  );
  expect((await branchFiles(node.repository, branch))["other/hello.mdx"]).toBe(
    "---\ntitle: Hello\n---\n\nSee [keys](/nowhere).\n",
  );
  expect(events).toContainEqual(
    expect.objectContaining({
      type: "data-pull-request",
      data: expect.objectContaining({ draft: true }),
    }),
  );
  const [change] = await node.db.selectFrom("changes").selectAll().execute();
  expect(change?.body).toContain("there is no page /nowhere");
  expect(session?.haultReason).toBe("completed");
  expect(JSON.stringify([events, change, session])).not.toMatch(/call finish|Not finished yet/);
});

test("an instruction that is not understood wholly completes without a change and says which words", async () => {
  const { node, events } = await startedJob(
    'Replace "Home" with "Start" and make everything nicer.',
  );
  expect(JSON.stringify(events)).toContain("did not understand");
  expect(JSON.stringify(events)).not.toContain("data-pull-request");
  expect(await node.db.selectFrom("changes").selectAll().execute()).toEqual([]);
});
