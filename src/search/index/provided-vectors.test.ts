import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startFakeServer } from "../../../test/fake-embedder.ts";
import { createTestNode, embedder, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { fillVectors } from "../../ingest/vectors/fill-vectors.ts";
import { createLog } from "../../lib/log.ts";
import { createProvider } from "../../models/vectors/providers/create-embedding-provider.ts";
import type { EmbeddingSettings } from "../../models/vectors/providers/embedding-provider.ts";
import { locationOf } from "../../store/database.ts";
import { findProject } from "../../store/docs/projects.ts";
import { createEngine } from "../engine.ts";
import { createSearch } from "../search.ts";

const pages = {
  "keys.md": "# Access\n\nHow to revoke a key.\n",
  "install.md": "# Setup\n\nHow to install the program.\n",
  "colours.md": "# Looks\n\nHow to choose a colour.\n",
};
const german = "Schlüssel widerrufen?";
const silentLog = createLog({ level: "silent", format: "json" });

describe.each(storeKinds)("on %s", (kind) => {
  test("before the vectors have come search is as ever, and the embedder is not asked", async () => {
    const { server, search, bundled } = await withSearch(kind);
    expect(await search("How do I revoke a key?")).toEqual(await bundled("How do I revoke a key?"));
    expect(server.received).toEqual([]);
  });

  test("vectors count from the moment they have come, and find a question in another language", async () => {
    const { search, bundled, fill, time } = await withSearch(kind);
    expect((await bundled(german)).hits).toEqual([]);
    expect((await search(german)).hits).toEqual([]);
    await fill();
    time.now += 1_000;
    expect((await search(german)).hits).toEqual([]);
    time.now += 2_000;
    expect((await search(german)).hits[0]?.passage.path).toBe("keys.md");
  });

  test("a server that starts later has the vectors at the first question", async () => {
    const { freshSearch, fill } = await withSearch(kind);
    await fill();
    expect((await freshSearch()(german)).hits[0]?.passage.path).toBe("keys.md");
  });
});

test("while some passages have vectors, those without are found as before", async () => {
  const { server, freshSearch, bundled, fill } = await withSearch("sqlite");
  server.fault = (texts) => (texts.join().includes("revoke") ? { status: 400 } : undefined);
  await fill();
  server.fault = () => undefined;
  const question = "How do I revoke a key?";
  const first = (await freshSearch()(question)).hits[0];
  expect(first?.passage.path).toBe("keys.md");
  expect(first?.passage).toEqual((await bundled(question)).hits[0]?.passage);
  expect((await freshSearch()(german)).hits[0]?.passage.path).not.toBe("keys.md");
});

test("evidence is judged by the bundled similarity", async () => {
  const { search, bundled, fill, time } = await withSearch("sqlite");
  const question = "How do I revoke a key?";
  await fill();
  await search(question);
  time.now += 3_000;
  const before = new Map((await bundled(question)).hits.map((hit) => [hit.passage.id, hit]));
  const { hits } = await search(question);
  expect(hits.length).toBeGreaterThan(0);
  for (const hit of hits) {
    const { similarity, coverage, agreement } = before.get(hit.passage.id) ?? hit;
    expect(hit).toMatchObject({ similarity, coverage, agreement });
  }
});

test("a page that changed is found at once, the others keep their vectors", async () => {
  const { server, node, freshSearch, fill } = await withSearch("sqlite");
  await fill();
  const search = freshSearch();
  await search(german);
  server.received.length = 0;
  await writeFile(join(node.docs, "install.md"), "# Setup\n\nNow it walks by bicycle.\n");
  await node.sync();
  expect((await search("bicycle")).hits[0]?.passage.path).toBe("install.md");
  expect((await search(german)).hits[0]?.passage.path).toBe("keys.md");
  expect(server.received.map(({ body }) => body.input)).toEqual([["bicycle"]]);
});

test("an embedder for English alone counts as little as the bundled one in other languages", async () => {
  const { freshSearch, fill } = await withSearch("sqlite", { languages: "en" });
  await fill();
  expect((await freshSearch()(german)).hits).toEqual([]);
});

test("when the embedder fails, the bundled vectors answer just as before", async () => {
  const { server, freshSearch, bundled, fill, failures } = await withSearch("sqlite");
  await fill();
  const search = freshSearch();
  server.fault = () => ({ status: 503 });
  for (let n = 0; n < 5; n += 1)
    expect(await search("How do I revoke a key?")).toEqual(await bundled("How do I revoke a key?"));
  expect(failures).toHaveLength(3);
});

test("vectors of other dimensions than those stored are not compared with them", async () => {
  const { server, freshSearch, bundled, fill, failures } = await withSearch("sqlite");
  await fill();
  server.fault = () => ({ raw: '{"data":[{"embedding":[1,2,3]}]}' });
  expect(await freshSearch()("revoke")).toEqual(await bundled("revoke"));
  expect(failures).toEqual(["a vector of 3 dimensions, where those stored have 64"]);
});

test("the memory of the vectors is counted", async () => {
  const { engineOf, revision, fill } = await withSearch("sqlite");
  const query = { text: "key", hints: [], liftPaths: [], filter: {}, limit: 5 };
  const [without, having] = [engineOf(), engineOf()];
  await without.search(await revision(), query);
  await fill();
  await having.search(await revision(), query);
  expect(having.sizes().bytes).toBeGreaterThan(without.sizes().bytes);
});

test("the search thread asks the embedder, and a failure there reaches the log without the key", async () => {
  const { server, node, revision, fill } = await withSearch("sqlite");
  await fill();
  const lines: string[] = [];
  let failed = 0;
  const search = createSearch({
    store: locationOf(node.db),
    memoryBytes: 64 * 1_048_576,
    log: createLog({ level: "info", format: "json" }, { write: (line) => void lines.push(line) }),
    embedding: server.settings("openai"),
    onEmbedderFailure: () => {
      failed += 1;
    },
  });
  onTestFinished(() => search.close());
  const query = { hints: [], liftPaths: [], filter: {}, limit: 5 };
  const found = await search.search(await revision(), { ...query, text: german });
  expect(found.hits[0]?.passage.path).toBe("keys.md");
  server.fault = () => ({ status: 401 });
  const other = await search.search(await revision(), { ...query, text: "revoke a key" });
  expect(other.hits[0]?.passage.path).toBe("keys.md");
  expect(failed).toBe(1);
  expect(lines.join()).toContain("status 401");
  expect(lines.join()).not.toContain("secret-key");
});

async function withSearch(kind: StoreKind, more: Partial<EmbeddingSettings> = {}) {
  const server = await startFakeServer();
  onTestFinished(server.close);
  const node = await createTestNode({ store: kind, pages });
  const { db } = node;
  const provider = createProvider({ ...server.settings("openai"), ...more });
  const failures: string[] = [];
  const time = { now: 1_000_000 };
  const revision = async () => (await findProject(db, node.project.id))?.currentRevisionId ?? "";
  const engineOf = () =>
    createEngine({
      db,
      embedder,
      memoryBytes: 64 * 1_048_576,
      embedding: {
        provider,
        onFailure: (reason) => failures.push(reason),
        now: () => time.now,
      },
    });
  const askWith = (engine: ReturnType<typeof createEngine>) => async (text: string) =>
    engine.search(await revision(), { text, hints: [], liftPaths: [], filter: {}, limit: 5 });
  const fill = () =>
    fillVectors(
      {
        db,
        provider,
        log: silentLog,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      },
      node.project.id,
    );
  return {
    server,
    node,
    failures,
    time,
    revision,
    engineOf,
    fill,
    search: askWith(engineOf()),
    bundled: askWith(createEngine({ db, embedder, memoryBytes: 64 * 1_048_576 })),
    freshSearch: () => askWith(engineOf()),
  };
}
