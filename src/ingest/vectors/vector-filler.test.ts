import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startFakeServer } from "../../../test/fake-embedder.ts";
import { createTestNode } from "../../../test/harness.ts";
import { countRows, noon } from "../../../test/store-rows.ts";
import { createLog } from "../../lib/log.ts";
import { createMetrics } from "../../lib/metrics.ts";
import { createProvider } from "../../models/vectors/providers/create-embedding-provider.ts";
import { insertVectors } from "../../store/docs/vectors.ts";
import { createVectorFiller } from "./vector-filler.ts";

const minute = 60_000;
const pages = { "a.md": "# A\n\nFirst words.\n", "b.md": "# B\n\nSecond words.\n" };

test("a look fills what is missing, and the next finds nothing to do until a new revision", async () => {
  const { server, filler, node, metrics } = await withFiller();
  await filler.look();
  expect(server.embedded).toHaveLength(2);
  expect(metrics.render()).toContain("docent_vectors_missing 0\n");
  expect(metrics.render()).toContain("docent_vectors_stored_total 2\n");
  await filler.look();
  expect(server.received).toHaveLength(1);
  await writeFile(join(node.docs, "a.md"), "# A\n\nThird words.\n");
  await node.sync();
  await filler.look();
  expect(server.embedded).toHaveLength(3);
});

test("in an outage it rests longer and longer, and goes on where it stopped", async () => {
  const { server, filler, metrics, log, time } = await withFiller();
  server.fault = () => ({ status: 503 });
  await filler.look();
  const tries = server.received.length;
  expect(metrics.render()).toContain("docent_vectors_missing 2\n");
  await filler.look();
  expect(server.received).toHaveLength(tries);
  time.now += 6_000;
  await filler.look();
  expect(server.received).toHaveLength(2 * tries);
  time.now += 6_000;
  await filler.look();
  expect(server.received).toHaveLength(2 * tries);
  time.now += 6_000;
  server.fault = () => undefined;
  await filler.look();
  expect(server.embedded).toHaveLength(2);
  expect(log.join()).toContain("status 503");
  expect(log.join()).not.toContain("secret-key");
});

test("an embedder that asks to be left alone is left alone for so long", async () => {
  const { server, filler, time } = await withFiller();
  server.fault = () => ({ status: 429, headers: { "retry-after": "600" } });
  await filler.look();
  server.fault = () => undefined;
  time.now += 9 * minute;
  await filler.look();
  expect(server.embedded).toEqual([]);
  time.now += 2 * minute;
  await filler.look();
  expect(server.embedded).toHaveLength(2);
});

test("unused vectors go after an hour, not before", async () => {
  const { filler, node, scope, time } = await withFiller();
  await filler.look();
  const vector = new Uint8Array([0, 0, 0, 0, 1]);
  await insertVectors(node.db, scope, [{ textHash: "gone", vector }]);
  await insertVectors(node.db, { ...scope, embedder: "before" }, [{ textHash: "x", vector }]);
  time.now += 59 * minute;
  await filler.look();
  expect(await countRows(node.db, "vectors")).toBe(4);
  time.now += 2 * minute;
  await filler.look();
  expect(await countRows(node.db, "vectors")).toBe(2);
});

test("one project that the embedder refuses does not keep the others waiting", async () => {
  const { server, filler, node } = await withFiller();
  const other = await createTestNode({ db: node.db, domain: "zebra", pages: bad(60) });
  const third = await createTestNode({ db: node.db, domain: "zoo", pages: good });
  server.fault = (texts) =>
    texts.some((text) => text.includes("bad")) ? { status: 400 } : undefined;
  await filler.look();
  const stored = await node.db.selectFrom("vectors").select("projectId").execute();
  const projects = new Set(stored.map((row) => row.projectId));
  expect(projects).toEqual(new Set([node.project.id, third.project.id]));
  expect(projects).not.toContain(other.project.id);
});

test("closing ends a fill that is under way", async () => {
  const { server, filler, node } = await withFiller();
  server.fault = () => "silent";
  filler.start();
  await expect.poll(() => server.received.length).toBe(1);
  await filler.close();
  expect(await countRows(node.db, "vectors")).toBe(0);
});

const good = { "fine.md": "# Fine\n\nGood words.\n" };

function bad(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`bad-${n}.md`, `# B ${n}\n\nA bad text ${n}.\n`]),
  );
}

async function withFiller() {
  const server = await startFakeServer();
  onTestFinished(server.close);
  const node = await createTestNode({ pages });
  const log: string[] = [];
  const time = { now: Date.parse(noon) };
  const metrics = createMetrics();
  const provider = createProvider(server.settings("ollama"), async () => undefined);
  const filler = createVectorFiller({
    db: node.db,
    clock: { now: () => new Date(time.now) },
    log: createLog({ level: "debug", format: "json" }, { write: (line) => void log.push(line) }),
    metrics,
    provider,
  });
  onTestFinished(() => filler.close());
  const scope = { projectId: node.project.id, embedder: provider.id };
  return { server, node, filler, metrics, log, time, scope };
}
