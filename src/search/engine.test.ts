import { describe, expect, test } from "vitest";
import { createTestNode, embedder, openTestStore, storeKinds } from "../../test/harness.ts";
import { memorySource, type Pages } from "../../test/memory-source.ts";
import { randomOf } from "../../test/random-of.ts";
import { testQuery } from "../../test/search-index.ts";
import { addTestProject, addTestSource, noon } from "../../test/store-rows.ts";
import { syncSource } from "../ingest/sync-source.ts";
import type { Database } from "../store/database.ts";
import { listSources } from "../store/docs/sources.ts";
import { createEngine } from "./engine.ts";

const memoryBytes = 64 * 1_048_576;
const updates = process.env.GROWTH === "long" ? 1_000 : 100;

async function openProject(db: Database, domain: string) {
  const projectId = await addTestProject(db, domain);
  await addTestSource(db, projectId);
  const sync = async (pages: Pages) => {
    const [source] = await listSources(db, projectId);
    if (!source) throw new Error("the source is missing");
    const options = { withIds: true, failAfter: undefined, onRead: () => undefined };
    const deps = { db, embedder, clock: { now: () => new Date(noon) } };
    return (await syncSource(deps, source, memorySource(pages, options))).revisionId;
  };
  return { projectId, sync };
}

const pages: Pages = {
  "a.md": "# Keys\n\nRotate the signing key with `acme keys rotate`.\n",
  "c.md": "# Hooks\n\nWebhook retries use a secret.\n\n## Limits\n\nTen retries an hour.\n",
  "e.md": "# Install\n\nInstall the client with npm.\n",
};

const steps: [string, Pages][] = [
  ["one page changed", { ...pages, "c.md": "# Hooks\n\nWebhooks are signed with a key.\n" }],
  ["one page came first", { ...pages, "0.md": "# Start\n\nMake a key, then install.\n" }],
  ["one page went", { "a.md": pages["a.md"] ?? "", "e.md": pages["e.md"] ?? "" }],
  ["all pages went", {}],
  ["everything is back, in another folder", moved(pages)],
];

function moved(all: Pages): Pages {
  return Object.fromEntries(Object.entries(all).map(([path, text]) => [`docs/${path}`, text]));
}

describe.each(storeKinds)("on %s", (kind) => {
  test("an index that followed every sync answers as one that was loaded afresh", async () => {
    const db = await openTestStore(kind);
    const { sync } = await openProject(db, "acme");
    const following = createEngine({ db, embedder, memoryBytes });
    await following.search(await sync(pages), testQuery("key"));
    for (const [name, next] of steps) {
      const revisionId = await sync(next);
      for (const question of ["signing key", "webhook retries an hour", '"install the client"']) {
        const fresh = createEngine({ db, embedder, memoryBytes });
        const expected = await fresh.search(revisionId, testQuery(question));
        expect(await following.search(revisionId, testQuery(question)), name).toEqual(expected);
      }
    }
  });

  test("an older revision still answers from its own pages", async () => {
    const db = await openTestStore(kind);
    const { sync } = await openProject(db, "acme");
    const engine = createEngine({ db, embedder, memoryBytes });
    const old = await sync(pages);
    const now = await sync({ "a.md": "# Keys\n\nKeys are renewed by hand.\n" });
    const find = async (revisionId: string) =>
      (await engine.search(revisionId, testQuery("webhook retries"))).hits
        .filter((hit) => hit.coverage > 0.5)
        .map((hit) => hit.passage.path);
    expect(await find(now)).toEqual([]);
    expect(await find(old)).toEqual(["c.md"]);
    expect(await find(now)).toEqual([]);
  });
});

test("after many changes, one page or a few at a time, an index answers as one that was loaded afresh", async () => {
  const db = await openTestStore("sqlite");
  const { sync } = await openProject(db, "acme");
  const random = randomOf(11);
  const words = ["key", "hook", "retry", "limit", "install", "npm", "account", "secret", "hour"];
  const some = (count: number) =>
    Array.from({ length: count }, () => words[random(words.length)]).join(" ");
  const text = () => `# ${some(2)}\n\n${some(8)}.\n\n## ${some(2)}\n\n${some(12)}.\n`;
  const all: Pages = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`p${at}.md`, text()]),
  );
  const following = createEngine({ db, embedder, memoryBytes });
  for (let round = 1; round <= updates; round += 1) {
    for (let change = random(3); change >= 0; change -= 1) {
      const path = `${random(8) === 0 ? "more/" : ""}p${random(30)}.md`;
      if (random(6) === 0) delete all[path];
      else all[path] = random(8) === 0 ? (all["p1.md"] ?? text()) : text();
    }
    const revisionId = await sync(all);
    const query = testQuery(some(3));
    const found = await following.search(revisionId, query);
    if (round % 10 !== 0) continue;
    const fresh = createEngine({ db, embedder, memoryBytes });
    expect(found, `round ${round}`).toEqual(await fresh.search(revisionId, query));
  }
});

test("a hit has its page's place, its lines, and how well it fits", async () => {
  const db = await openTestStore("sqlite");
  const { sync } = await openProject(db, "acme");
  const engine = createEngine({ db, embedder, memoryBytes });
  const { hits } = await engine.search(await sync(pages), testQuery("how many retries an hour?"));
  expect(hits[0]?.passage).toMatchObject({
    path: "c.md",
    title: "Hooks",
    address: "c",
    headings: ["Limits"],
    startLine: 5,
    endLine: 7,
  });
  const relevance = hits.map((hit) => hit.relevance);
  expect(relevance).toEqual(relevance.toSorted((left, right) => right - left));
  expect(relevance[0]).toBeGreaterThan(0.5);
  expect(Math.max(...relevance)).toBeLessThanOrEqual(1);
  const foreign = await engine.search(await sync(pages), testQuery("bake a chocolate cake"));
  expect(foreign.hits[0]?.relevance ?? 0).toBeLessThan(0.3);
});

test("the index asked longest ago is dropped when memory is short, and comes back when asked", async () => {
  const db = await openTestStore("sqlite");
  const projects = await Promise.all(
    ["one", "two", "three"].map(async (domain) => {
      const project = await openProject(db, domain);
      return { ...project, revisionId: await project.sync(pages) };
    }),
  );
  const roomy = createEngine({ db, embedder, memoryBytes });
  for (const { revisionId } of projects) await roomy.search(revisionId, testQuery("key"));
  const { bytes, indexes } = roomy.sizes();
  expect(indexes).toHaveLength(3);
  expect(bytes).toBe(indexes.reduce((sum, index) => sum + index.bytes, 0));
  const tight = createEngine({ db, embedder, memoryBytes: Math.ceil((bytes * 2) / 3) });
  const [one, two, three] = projects.map((project) => project.revisionId);
  const held = () => tight.sizes().indexes.map((index) => index.revisionId);
  for (const revisionId of [one, two, one, three])
    await tight.search(revisionId ?? "", testQuery("key"));
  expect(held().toSorted()).toEqual([one, three].toSorted());
  expect((await tight.search(two ?? "", testQuery("signing key"))).hits[0]?.passage.path).toBe(
    "a.md",
  );
  expect(held().toSorted()).toEqual([three, two].toSorted());
});

test("an index larger than all memory still answers", async () => {
  const db = await openTestStore("sqlite");
  const { sync } = await openProject(db, "acme");
  const engine = createEngine({ db, embedder, memoryBytes: 1 });
  const { hits } = await engine.search(await sync(pages), testQuery("signing key"));
  expect(hits[0]?.passage.path).toBe("a.md");
});

test("many questions at once, while the docs change, are each answered from the revision they ask", async () => {
  const db = await openTestStore("sqlite");
  const { sync } = await openProject(db, "acme");
  const engine = createEngine({ db, embedder, memoryBytes });
  const revisions = [await sync(pages), await sync({ "b.md": "# Keys\n\nThe signing key.\n" })];
  const found = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const { hits } = await engine.search(revisions[n % 2] ?? "", testQuery("signing key"));
      return hits[0]?.passage.path;
    }),
  );
  expect(found).toEqual(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? "a.md" : "b.md")));
});

test("a revision that is not there is an error, not an empty answer", async () => {
  const { db } = await createTestNode();
  const engine = createEngine({ db, embedder, memoryBytes });
  await expect(engine.search("rev_none", testQuery("key"))).rejects.toThrow("not in the store");
});

const scattered: Pages = {
  "drain.md": "# Nodes\n\n## Drain a node\n\nEverything on it moves elsewhere first.\n",
  "code.md": "# Preview\n\nStart it like this:\n\n```sh\nacme preview --listen-port 3333\n```\n",
  "table.md":
    "# Options\n\n| Option | Default |\n|---|---|\n| titleDelimiter | a bar |\n| favicon | none |\n",
  "about.md":
    "---\ndescription: Say who may read a page\nkeywords: [permissions, acl]\n---\n\n# Access\n\nGroups decide.\n",
  "tags.md": "---\ntags: privacy\n---\n\n# Forget\n\nA reader is removed with all rows.\n",
  "other.md": "# Other\n\nA page about pages, options, nodes, a preview and what a reader reads.\n",
};

test.each([
  ["drain node", "drain.md"],
  ["listen-port", "code.md"],
  ["titleDelimiter", "table.md"],
  ["title delimiter default", "table.md"],
  ["acl", "about.md"],
  ["permissions", "about.md"],
  ["privacy", "tags.md"],
])(
  "the short search %s finds the page that has it in a heading, code, a cell or its front matter",
  async (text, path) => {
    const db = await openTestStore("sqlite");
    const { sync } = await openProject(db, "acme");
    const engine = createEngine({ db, embedder, memoryBytes });
    const { hits } = await engine.search(await sync(scattered), testQuery(text));
    expect(hits[0]?.passage.path).toBe(path);
  },
);

test("a reference page comes before blog posts and upgrade guides that say the same, unless these are asked for", async () => {
  const db = await openTestStore("sqlite");
  const { sync } = await openProject(db, "acme");
  const engine = createEngine({ db, embedder, memoryBytes });
  const text = "To take a backup of the store, run the snapshot command on each node.";
  const revisionId = await sync({
    "blog/2018-01-02-backup.md": `# Backup of the store\n\n${text} Backup!\n`,
    "migration/backup.md": `# Backup of the store\n\n${text} Done.\n`,
    "tasks/store.md": `# Backup of the store\n\n${text}\n`,
  });
  const first = async (question: string) =>
    (await engine.search(revisionId, testQuery(question))).hits[0]?.passage.path;
  expect(await first("how to take a backup of the store")).toBe("tasks/store.md");
  expect(await first("blog post about backup of the store")).toBe("blog/2018-01-02-backup.md");
});

test("pages that a search leaves out count neither as docs nor for what they say", async () => {
  const db = await openTestStore("sqlite");
  const { sync } = await openProject(db, "acme");
  const engine = createEngine({ db, embedder, memoryBytes });
  const revisionId = await sync({
    "keys.md": "---\nversion: one\n---\n\n# Keys\n\nRotate the signing key.\n",
    "old.md": "---\nversion: two\n---\n\n# Keys\n\nRotate the signing key on Kubernetes.\n",
  });
  const question = "rotate the signing key on Kubernetes";
  const all = await engine.search(revisionId, testQuery(question));
  expect(all).toMatchObject({ passages: 2, unknown: [], unknownNames: [], strangeness: 0 });
  const one = await engine.search(revisionId, testQuery(question, { filter: { version: "one" } }));
  expect(one.passages).toBe(1);
  expect(one.unknown).toHaveLength(1);
  expect(one.unknownNames).toEqual(["Kubernetes"]);
  expect(one.strangeness).toBeGreaterThan(0.5);
});
