import { expect, test } from "vitest";
import { createTestNode, question, type TestNode } from "../../../../test/harness.ts";
import { makeUpAnswer } from "../../../../test/made-up-answers.ts";
import { dashboardHeaders, openOwnerSession } from "../../../../test/owner.ts";
import { errorBody } from "../../../contract/error.ts";
import { searchExplanation } from "../../../contract/explanation.ts";
import { questionList, statsResult, threadDetail } from "../../../contract/insights/analytics.ts";
import { citedPageList } from "../../../contract/insights/pages.ts";
import { systemClock } from "../../../lib/clock.ts";

function get(node: TestNode, path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  return node.request(`/v1/analytics/acme/${path}`, { headers });
}

test("a question that was asked is listed, its thread shown, its day counted", async () => {
  const node = await createTestNode();
  await (await node.ask(question("How do I revoke a key?", { fp: "ada" }))).text();
  const { questions, nextCursor } = questionList
    .strict()
    .parse(await (await get(node, "assistant")).json());
  expect(nextCursor).toBeNull();
  expect(questions).toMatchObject([
    { question: "How do I revoke a key?", resolution: "answered", fp: "ada", feedback: null },
  ]);
  expect(questions[0]?.sources[0]).toMatchObject({ path: "keys.md" });
  const thread = await get(node, `threads/${questions[0]?.threadId}`);
  const { messages } = threadDetail.parse(await thread.json());
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  const { days } = statsResult.parse(await (await get(node, "stats")).json());
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ questions: 1, answered: 1 });
});

test("the list is a CSV file where one is asked for", async () => {
  const node = await createTestNode();
  const at = "2030-01-01T12:00:00.000Z";
  const wish = { projectId: node.project.id, at, question: "=1+1, please" };
  await makeUpAnswer(node.db, { ...wish, record: {} });
  const response = await get(node, "assistant?format=csv&q=1%2B1&from=2030-01-01&to=2030-01-01");
  expect(response.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
  expect(response.headers.get("content-disposition")).toContain("questions.csv");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const lines = (await response.text()).split("\r\n");
  expect(lines[0]).toMatch(/^askedAt,question,answer,resolution,/);
  expect(lines[1]).toContain(`${at},"'=1+1, please",Because [1].,answered,`);
  expect(lines).toHaveLength(3);
});

test("a reader of the CSV that stops early ends the reading", async () => {
  const node = await createTestNode();
  const { id: projectId } = node.project;
  for (let count = 0; count < 300; count += 1)
    await makeUpAnswer(node.db, { projectId, at: "2030-01-01T12:00:00.000Z", record: {} });
  const reader = (await get(node, "assistant?format=csv")).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const head = await node.request("/v1/analytics/acme/assistant?format=csv", {
    method: "HEAD",
    headers: { authorization: `Bearer ${node.keys.admin}` },
  });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test.each([
  "assistant?from=yesterday",
  "assistant?from=2030-02-30",
  "assistant?to=2030-1-1",
  "assistant?resolution=maybe",
  "assistant?rating=sideways",
  "assistant?limit=0",
  "assistant?limit=1001",
  "assistant?limit=1e3",
  "assistant?cursor=%27%20or%201=1",
  "assistant?format=xml",
  "assistant?q=%00",
  `assistant?q=${"x".repeat(201)}`,
  "assistant?format=csv&cursor=x",
  "stats?from=2030-01-02&to=2030-01-01",
  "stats?from=2020-01-01&to=2030-01-01",
])("%s is refused with what is wrong with it", async (path) => {
  const response = await get(await createTestNode(), path);
  expect(response.status).toBe(400);
  expect(errorBody.parse(await response.json()).details).toHaveLength(1);
});

test("odd but harmless queries are answered", async () => {
  const node = await createTestNode();
  for (const path of ["assistant?q=", "assistant?q=%ff", "assistant?q=%25_%5C", "assistant?x=1"])
    expect((await get(node, path)).status, path).toBe(200);
  expect((await get(node, "threads/thr_none")).status).toBe(404);
  expect((await get(node, "threads/%00")).status).toBe(404);
});

async function memberAsks(node: TestNode, text: string): Promise<string> {
  const token = await openOwnerSession({ db: node.db, clock: systemClock });
  const headers = { ...dashboardHeaders(token), "content-type": "application/json" };
  const body = JSON.stringify(question(text));
  const path = "/discovery/v2/assistant/acme/message";
  const response = await node.request(path, { method: "POST", headers, body });
  return /"messageId":"(msg_\w+)"/.exec(await response.text())?.[1] ?? "";
}

test("a question asked in the dashboard is a member's, and counts where members are asked for", async () => {
  const node = await createTestNode();
  await memberAsks(node, "How do I revoke a key?");
  const asked = async (query: string) =>
    questionList.parse(await (await get(node, `assistant${query}`)).json()).questions;
  expect(await asked("")).toEqual([]);
  expect(await asked("?audience=members")).toMatchObject([{ audience: "members" }]);
  const { days } = statsResult.parse(await (await get(node, "stats")).json());
  expect(days.at(-1)).toMatchObject({ questions: 0 });
  expect((await get(node, "stats?audience=nobody")).status).toBe(400);
});

test("the search of an answer is explained by what decided", async () => {
  const node = await createTestNode();
  const messageId = await memberAsks(node, "How do I revoke a key on Kubernetes?");
  const response = await get(node, `answers/${messageId}/search`);
  const said = searchExplanation.strict().parse(await response.json());
  expect(said).toMatchObject({ searched: "recorded", model: "docent-embedded-1" });
  expect(said.hits[0]).toMatchObject({ place: 1, path: "keys.md", isUsed: true });
  expect(said.hits[0]?.url).toMatch(/^http:\/\/docent\.test\/docs\/acme\/keys/);
  expect(said.hits.map(({ score }) => score)).toEqual(
    said.hits.map(({ score }) => score).sort((left, right) => right - left),
  );
  for (const { wordScore, fusedScore, pageScore } of said.hits.slice(0, 1))
    expect([wordScore > 0, fusedScore > 0, pageScore >= fusedScore]).toEqual([true, true, true]);
  const isKnown = Object.fromEntries(said.terms.map((one) => [one.word, one.isKnown]));
  expect(isKnown).toMatchObject({ revoke: true, Kubernetes: false });
  expect(said.citations.map(({ verdict }) => verdict)).not.toContain("unsupported");
  expect((await get(node, `answers/${said.answerId}/search`)).status).toBe(200);
  for (const id of ["msg_nothing", "ans_nothing", "%00"])
    expect((await get(node, `answers/${id}/search`)).status, id).toBe(404);
});

test("pages that answers cite, and those that none does, are told without hidden ones", async () => {
  const node = await createTestNode({
    pages: {
      "keys.md": "# Keys\n\nTo revoke a key, open the settings and press revoke.\n",
      "limits.md": "# Limits\n\nAn account has ten topics.\n",
      "draft.md": "---\nhidden: true\n---\n# Draft\n\nNot for readers yet.\n",
    },
  });
  await memberAsks(node, "How do I revoke a key?");
  const pages = async (query: string) =>
    citedPageList.parse(await (await get(node, `pages?audience=all${query}`)).json());
  const most = await pages("");
  expect(most.pages).toMatchObject([{ path: "keys.md", title: "Keys", cited: 1, isCurrent: true }]);
  expect(most.total).toEqual({ pages: 2, cited: 1, never: 1, down: 0, rated: 0 });
  expect(most.pages[0]?.url).toBe("http://docent.test/docs/acme/keys");
  expect((await pages("&sort=never")).pages.map(({ path }) => path)).toEqual(["limits.md"]);
  expect((await pages("&sort=down")).pages).toEqual([]);
  const csv = await get(node, "pages?audience=all&format=csv");
  expect(csv.headers.get("content-disposition")).toBe('attachment; filename="pages.csv"');
  expect(await csv.text()).toMatch(/^path,title,url,cited.*\r\nkeys\.md,Keys,.*,1,0,0,.*,yes\r\n$/);
  for (const query of ["&sort=best", "&from=x", "&zone=Moon", "&limit=0", "&cursor=x"])
    expect((await get(node, `pages?audience=all${query}`)).status, query).toBe(400);
});

test("days are those of the zone that is asked for, also as a file", async () => {
  const node = await createTestNode();
  const stats = async (query: string) =>
    statsResult.parse(await (await get(node, `stats?${query}`)).json());
  const { days, zone, before } = await stats("from=2030-01-01&to=2030-01-02&zone=Asia/Tokyo");
  expect([days.length, zone, before.from, before.to]).toEqual([
    ...[2, "Asia/Tokyo", "2029-12-30", "2029-12-31"],
  ]);
  const csv = await (await get(node, "stats?from=2030-01-01&to=2030-01-02&format=csv")).text();
  expect(csv.split("\r\n").map((line) => line.split(",")[0])).toEqual([
    ...["day", "2030-01-01", "2030-01-02", ""],
  ]);
});
