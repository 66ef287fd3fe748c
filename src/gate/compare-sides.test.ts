import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createTestNode, type StoreKind, storeKinds } from "../../test/harness.ts";
import type { GateQuestion, GateReport } from "../contract/gate.ts";
import { findProject } from "../store/docs/projects.ts";
import { compareSides } from "./compare-sides.ts";

const { signal } = new AbortController();

const filler = (name: string) =>
  `# ${name}\n\nThis page is about ${name.toLowerCase()} and nothing else.\n`;

const docs: Record<string, string> = {
  "mint.json": JSON.stringify({
    name: "Acme",
    navigation: [
      { group: "Guides", pages: ["guides/limits", "guides/backups", "guides/regions"] },
      { group: "Reference", pages: ["reference/retries", "reference/webhooks"] },
    ],
  }),
  "guides/limits.mdx":
    "---\ntitle: Limits\n---\n\n## How many topics can an account have?\n\nAn account can have 40 topics. Every topic keeps its messages for 30 days.\n\n## How large may a message be?\n\nA message may be 256 kilobytes large, headers included.\n",
  "guides/backups.mdx":
    "---\ntitle: Backups\n---\n\n## How do I restore a backup?\n\nRun `acme restore --from NAME` to restore a backup into an empty database.\n",
  "guides/regions.mdx":
    "---\ntitle: Regions\n---\n\n## Which regions are there?\n\nThe service runs in the regions Frankfurt, Oregon and Singapore.\n",
  "reference/retries.mdx":
    "---\ntitle: Retries\n---\n\n## How often is a failed delivery retried?\n\nA failed delivery is retried five times, with a pause that doubles each time.\n",
  "reference/webhooks.mdx":
    "---\ntitle: Webhooks\n---\n\n## How do I verify a webhook signature?\n\nCompute the HMAC of the body with your signing secret and compare it with the header.\n",
};

const asked = [
  "How many topics can an account have?",
  "How do I restore a backup?",
  "Which regions are there?",
  "How often is a failed delivery retried?",
  "How do I verify a webhook signature?",
];

function questionOf(question: string, more: Partial<GateQuestion> = {}): GateQuestion {
  return { question, pages: [], words: [], unanswered: false, asked: 1, line: 0, ...more };
}

/** What a change to the files above does to the questions above. */
async function gateOf(
  changed: Record<string, string | undefined>,
  questions = asked.map((question) => questionOf(question)),
  store: StoreKind = "sqlite",
): Promise<GateReport> {
  const node = await createTestNode({ pages: docs, store });
  const base = await currentRevision(node);
  for (const [path, text] of Object.entries(changed)) {
    const file = join(node.docs, path);
    mkdirSync(dirname(file), { recursive: true });
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
  await node.sync();
  const head = await currentRevision(node);
  const budget = {};
  const input = { project: node.project, base, head, questions, budget };
  return compareSides(node.assistant.gate, input, signal);
}

async function currentRevision({ db, project }: Awaited<ReturnType<typeof createTestNode>>) {
  const revisionId = (await findProject(db, project.id))?.currentRevisionId ?? "";
  return { revisionId, commit: revisionId };
}

function effectsIn(report: GateReport): Record<string, string[]> {
  const hit = report.results.filter(({ effects }) => effects.length > 0);
  return Object.fromEntries(hit.map(({ question, effects }) => [question, effects]));
}

function edited(path: string, from: string, to: string): Record<string, string> {
  const text = docs[path] ?? "";
  expect(text).toContain(from);
  return { [path]: text.replace(from, to) };
}

test("docs that did not change do nothing to any answer, and all are answered", async () => {
  const report = await gateOf({});
  expect(report.results.map(({ before }) => before.outcome)).toEqual(asked.map(() => "answered"));
  expect(report).toMatchObject({
    counts: {},
    questions: 5,
    same: 5,
    left: 0,
    failed: 0,
    costUsd: 0,
  });
});

test("a deleted page is caught", async () => {
  const report = await gateOf({ "guides/backups.mdx": undefined });
  expect(effectsIn(report)).toEqual({ "How do I restore a backup?": ["lost", "deleted-page"] });
  expect(report.counts).toEqual({ lost: 1, "deleted-page": 1 });
  expect(report.results[1]?.reasons).toContain(
    "It rested on guides/backups.mdx, which is deleted.",
  );
});

test("a moved page is caught, and is not called deleted", async () => {
  const moved = {
    "guides/backups.mdx": undefined,
    "operate/restore.mdx": docs["guides/backups.mdx"],
  };
  const navigation = (docs["mint.json"] ?? "").replace("guides/backups", "operate/restore");
  const report = await gateOf({ ...moved, "mint.json": navigation });
  expect(effectsIn(report)).toEqual({ "How do I restore a backup?": ["other-page"] });
  expect(report.results[1]?.reasons).toEqual([
    "It rested on guides/backups.mdx, which moved to operate/restore.mdx.",
  ]);
});

test("a heading that lost its answer is caught", async () => {
  const text = "Run `acme restore --from NAME` to restore a backup into an empty database.";
  const report = await gateOf(
    edited(
      "guides/backups.mdx",
      `## How do I restore a backup?\n\n${text}`,
      "See the other pages.",
    ),
  );
  expect(effectsIn(report)["How do I restore a backup?"]).toEqual(["lost"]);
});

test.each(storeKinds)("on %s a navigation change that hides a page is caught", async (store) => {
  const navigation = (docs["mint.json"] ?? "").replace('"guides/backups",', "");
  const report = await gateOf({ "mint.json": navigation }, undefined, store);
  expect(effectsIn(report)["How do I restore a backup?"]).toContain("hidden-page");
});

test("a contradictory edit is caught by its cited lines", async () => {
  const report = await gateOf(edited("guides/limits.mdx", "have 40 topics", "have 25 topics"));
  expect(effectsIn(report)).toEqual({ "How many topics can an account have?": ["lines-changed"] });
  expect(report.results[0]?.reasons).toEqual([
    'guides/limits.mdx:7 "An account can have 40 topics." now says "An account can have 25 topics.".',
  ]);
});

test.each([
  ["elsewhere", "guides/limits.mdx", "headers included", "headers inculded"],
  ["in the cited line", "guides/backups.mdx", "into an empty database", "into an emtpy database"],
  ["in another sentence of the cited line", "guides/limits.mdx", "its messages", "its mesages"],
])("a typo %s is nothing to report", async (_, path, from, to) => {
  expect((await gateOf(edited(path, from, to))).counts).toEqual({});
});

test("a new page that answers is a gain, and expectations are held against the side after", async () => {
  const questions = [
    questionOf("How do I export invoices as PDF?"),
    questionOf("Which regions are there?", {
      asked: 0,
      pages: ["guides/regions.mdx"],
      words: ["Singapore", "Tokyo"],
    }),
    questionOf("How do I restore a backup?", { asked: 0, pages: ["/guides/backups"] }),
    questionOf("How often is a failed delivery retried?", { asked: 0, unanswered: true }),
  ];
  const invoices =
    "---\ntitle: Invoices\n---\n\n## How do I export invoices as PDF?\n\nRun `acme invoices export --pdf` to export invoices as PDF files.\n";
  const navigation = (docs["mint.json"] ?? "").replace(
    '"reference/webhooks"',
    '"reference/webhooks","reference/invoices"',
  );
  const changed = { "reference/invoices.mdx": invoices, "mint.json": navigation };
  const report = await gateOf(changed, questions);
  expect(effectsIn(report)).toEqual({
    "Which regions are there?": ["not-expected"],
    "How often is a failed delivery retried?": ["not-expected"],
    "How do I export invoices as PDF?": ["gained"],
  });
  expect(report.results.map(({ question }) => question).at(-1)).toBe(
    "How do I export invoices as PDF?",
  );
  expect(report.results[0]?.reasons).toEqual([
    'The answer lacks "Tokyo". It was no better before.',
  ]);
});

test("unrelated pages change no answer", async () => {
  const report = await gateOf({ "guides/colours.mdx": filler("Colours") });
  expect(report.counts).toEqual({});
});
