import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../../../test/harness.ts";
import { makeUpGroup } from "../../../../test/made-up-groups.ts";
import { groupDetail, groupPage, questionGroup } from "../../../contract/insights/groups.ts";

function call(node: TestNode, path: string, body?: unknown): Promise<Response> {
  const headers = {
    authorization: `Bearer ${node.keys.admin}`,
    "content-type": "application/json",
  };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return node.request(`/v1/analytics/acme/groups${path}`, { headers, ...sent });
}

test("groups are listed, read, decided about and exported with an admin key, and the activity tells it", async () => {
  const node = await createTestNode();
  const { db, project } = node;
  const first = await makeUpGroup(db, { projectId: project.id, name: "topics" });
  const second = await makeUpGroup(db, { projectId: project.id, name: "limits" });
  const { groups, counts } = groupPage.strict().parse(await (await call(node, "")).json());
  expect([groups.length, counts.open]).toEqual([2, 2]);
  const closed = await call(node, `/${first}/close`, { reason: "Not ours." });
  expect(questionGroup.parse(await closed.json()).state).toBe("closed");
  expect((await call(node, `/${first}/note`, { note: "Ask Bob" })).status).toBe(200);
  expect((await call(node, `/${second}/merge`, { into: first })).status).toBe(200);
  const shown = groupDetail.strict().parse(await (await call(node, `/${second}`)).json());
  expect(shown.group).toMatchObject({ id: first, state: "closed", count: 2, note: "Ask Bob" });
  const csv = await call(node, "?format=csv");
  expect(csv.headers.get("content-disposition")).toContain("groups.csv");
  expect(await csv.text()).toContain("topics,closed,2,");
  const acts = await db.selectFrom("acts").select(["action", "target"]).orderBy("at").execute();
  expect(acts).toContainEqual({
    action: "Merge a group of questions",
    target: `${second} into ${first}`,
  });
});

test.each(["?sort=best", "?state=lost", "?cursor=x", "?limit=0"])(
  "%s is refused",
  async (query) => {
    const node = await createTestNode();
    expect((await call(node, query)).status).toBe(400);
  },
);

test("a group that is not there is told so, whatever is done to it", async () => {
  const node = await createTestNode();
  const answers = [
    await call(node, "/grp_none"),
    await call(node, "/grp_none/close", {}),
    await call(node, "/grp_none/reopen", {}),
    await call(node, "/grp_none/merge", { into: "grp_other" }),
    await call(node, "/grp_none/note", { note: "x" }),
    await call(node, "/grp_none/split", { questions: ["ans_1"] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
});
