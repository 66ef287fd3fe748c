import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type FakeServer, startFakeServer } from "../../../test/fake-embedder.ts";
import { createTestNode, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { countRows } from "../../../test/store-rows.ts";
import { createLog } from "../../lib/log.ts";
import { createProvider } from "../../models/vectors/providers/create-embedding-provider.ts";
import { missingTexts } from "../../store/docs/vectors.ts";
import { type FillDeps, fillVectors } from "./fill-vectors.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("every passage gets a vector, and a second run embeds nothing", async () => {
    const { server, node, deps, missing } = await nodeToFill(kind, pagesOf(80));
    await fillVectors(deps, node.project.id);
    expect(await missing()).toBe(0);
    expect(await countRows(node.db, "vectors")).toBe(160);
    expect(server.embedded).toHaveLength(160);
    expect(new Set(server.embedded).size).toBe(160);
    expect(Math.max(...server.received.map(({ body }) => body.input.length))).toBe(64);
    await fillVectors(deps, node.project.id);
    expect(server.embedded).toHaveLength(160);
  });

  test("stopped in the middle and started again, each text is embedded exactly once", async () => {
    const { server, node, deps, missing } = await nodeToFill(kind, pagesOf(200));
    const stop = new AbortController();
    server.fault = (_texts, number) => (number < 2 ? undefined : "silent");
    const first = fillVectors({ ...deps, signal: stop.signal }, node.project.id);
    await expect.poll(() => server.received.length).toBe(4);
    stop.abort(new Error("killed"));
    await expect(first).rejects.toThrow("killed");
    expect(await missing()).toBe(400 - 128);
    server.fault = () => undefined;
    await fillVectors(deps, node.project.id);
    expect(await missing()).toBe(0);
    expect(server.embedded).toHaveLength(400);
    expect(new Set(server.embedded).size).toBe(400);
  });
});

test("a changed page embeds its own passages alone", async () => {
  const { server, node, deps } = await nodeToFill("sqlite", pagesOf(10));
  await fillVectors(deps, node.project.id);
  server.embedded.length = 0;
  const changed = "# Page 3\n\nText of page 3.\n\n## Part of 3\n\nNew words for it.\n";
  await writeFile(join(node.docs, "page-3.md"), changed);
  await node.sync();
  await fillVectors(deps, node.project.id);
  expect(server.embedded).toEqual([expect.stringContaining("New words for it.")]);
});

test("the same text on several pages is embedded once", async () => {
  const same = "# Same\n\nThe same text.\n";
  const { server, node, deps, missing } = await nodeToFill("sqlite", {
    "a.md": same,
    "b.md": same,
  });
  await fillVectors(deps, node.project.id);
  expect(server.embedded).toHaveLength(1);
  expect(await missing()).toBe(0);
});

test("an embedder that takes fewer texts at once gets fewer", async () => {
  const { server, node, deps, missing } = await nodeToFill("sqlite", pagesOf(100));
  server.fault = (texts) => (texts.length > 20 ? { status: 422 } : undefined);
  await fillVectors(deps, node.project.id);
  expect(await missing()).toBe(0);
  expect(server.embedded).toHaveLength(200);
});

test("a request holds no more than embedders take at once, and no text is queued twice", async () => {
  const long = (n: number) => `# Long ${n}\n\n${`word${n} `.repeat(250)}\n`;
  const entries = Array.from({ length: 150 }, (_, n) => [`long-${n}.md`, long(n)]);
  const { server, node, deps, missing } = await nodeToFill("sqlite", Object.fromEntries(entries));
  server.fault = (_texts, number) => (number % 3 === 0 ? { status: 400 } : undefined);
  const total = await missing();
  await fillVectors(deps, node.project.id);
  const sizes = server.received.map(({ body }) => body.input.join("").length);
  expect(Math.max(...sizes)).toBeGreaterThan(90_000);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100_000);
  expect(await missing()).toBe(0);
  expect(server.embedded).toHaveLength(total);
  expect(new Set(server.embedded).size).toBe(total);
});

test("a text that is too long is shortened, and one that is refused for good is left out", async () => {
  const pages = {
    ...pagesOf(30),
    "long.md": `# Long\n\n${"many words ".repeat(160)}\n`,
    "bad.md": "# Bad\n\nThis one is poison.\n",
  };
  const { server, node, deps, missing, log } = await nodeToFill("sqlite", pages);
  server.fault = (texts) => {
    if (texts.some((text) => text.includes("poison"))) return { status: 400 };
    return texts.some((text) => text.length > 1_000) ? { status: 500 } : undefined;
  };
  await fillVectors(deps, node.project.id);
  expect(await missing()).toBe(1);
  expect(log.join()).toContain("refuses a passage");
  expect(server.embedded.filter((text) => text.includes("many words"))).toHaveLength(1);
});

test("a wrong key ends it at once, and the key is in no line of the log", async () => {
  const { server, node, deps, log } = await nodeToFill("sqlite", pagesOf(100));
  const { key = "" } = server.settings("openai");
  server.fault = () => ({ status: 401, body: `{"error":"no such key: ${key}"}` });
  const error = await fillVectors(deps, node.project.id).catch((thrown) => thrown);
  expect(error).toMatchObject({ fault: "outage" });
  expect(server.received.length).toBeLessThanOrEqual(2);
  deps.log.warn({ err: error }, "failed");
  expect(log.join()).toContain("status 401");
  expect(log.join()).not.toContain(key);
});

test("an embedder that refuses everything is given up, not asked once for each text", async () => {
  const { server, node, deps, missing } = await nodeToFill("sqlite", pagesOf(200));
  server.fault = () => ({ status: 400 });
  await expect(fillVectors(deps, node.project.id)).rejects.toThrow("status 400");
  expect(server.received.length).toBeLessThan(40);
  expect(await missing()).toBe(400);
});

test("a project that has never been synced, or is gone, needs nothing", async () => {
  const { server, node, deps } = await nodeToFill("sqlite", pagesOf(1));
  await fillVectors(deps, "prj_none");
  await node.db.updateTable("projects").set({ currentRevisionId: null }).execute();
  await fillVectors(deps, node.project.id);
  expect(server.received).toEqual([]);
});

/** Two passages on each page, no two alike. */
function pagesOf(count: number): Record<string, string> {
  const text = (n: number) =>
    `# Page ${n}\n\nText of page ${n}.\n\n## Part of ${n}\n\nWords of part ${n}.\n`;
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`page-${n}.md`, text(n)]));
}

async function nodeToFill(store: StoreKind, pages: Record<string, string>) {
  const server: FakeServer = await startFakeServer();
  onTestFinished(server.close);
  const node = await createTestNode({ store, pages });
  const log: string[] = [];
  const provider = createProvider(server.settings("openai"), async () => undefined);
  const deps: FillDeps = {
    db: node.db,
    provider,
    log: createLog({ level: "debug", format: "json" }, { write: (line) => void log.push(line) }),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  const missing = async () => {
    const { currentRevisionId } = await node.db
      .selectFrom("projects")
      .select("currentRevisionId")
      .executeTakeFirstOrThrow();
    const scope = { projectId: node.project.id, embedder: provider.id };
    return (await missingTexts(node.db, scope, currentRevisionId ?? "")).length;
  };
  return { server, node, deps, log, missing };
}
