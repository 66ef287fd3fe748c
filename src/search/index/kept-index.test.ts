import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { embedder } from "../../../test/harness.ts";
import { openKeptIndex } from "../../../test/kept-index.ts";
import { testQuery } from "../../../test/search-index.ts";
import { findProject } from "../../store/docs/projects.ts";
import { createEngine } from "../engine.ts";
import { createSnapshots } from "./snapshots.ts";

const program = new URL("../../../test/update-index.ts", import.meta.url).pathname;
const memoryBytes = 64 * 1_048_576;
/** Each is a process that starts; `GROWTH=long` takes the time for more. */
const kills = process.env.GROWTH === "long" ? 24 : 4;
const asked = ["rotate the key", "retry limit", "install secret"].map((text) => testQuery(text));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "docent-kept-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a start that reads stored files answers, what one without them does, and the faults that were told. */
async function compare(folder: string) {
  const { db, indexes, currentRevisions } = await openKeptIndex(folder);
  const faults: string[] = [];
  const onFault = (error: unknown) => void faults.push(String(error));
  const snapshots = createSnapshots({ folder: indexes, madeWith: "a", onFault });
  const all = (await currentRevisions()).flatMap((id) => asked.map((query) => ({ id, query })));
  const answers = async (engine: ReturnType<typeof createEngine>) =>
    Promise.all(all.map(({ id, query }) => engine.search(id, query)));
  const kept = await answers(createEngine({ db, embedder, memoryBytes, snapshots }));
  const fresh = await answers(createEngine({ db, embedder, memoryBytes }));
  await snapshots.sweep(async (id) => (await findProject(db, id)) !== undefined);
  const names = existsSync(indexes) ? readdirSync(indexes) : [];
  const isKept = await Promise.all(names.map((id) => findProject(db, id)));
  await db.destroy();
  return { kept, fresh, faults, left: isKept.filter((project) => !project).length };
}

test("killed while indexes are built, stored, updated and dropped, a start answers as if nothing had been stored, and finds nothing damaged", async () => {
  const folder = newFolder();
  const stored = () => readdirSync(join(folder, "indexes"), { recursive: true }).length;
  for (let kill = 0; kill < kills; kill += 1) {
    const child = spawn(process.execPath, [program, folder, String(kill)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    await once(child.stdout, "data");
    await sleep(40 + ((97 * kill) % 500));
    child.kill("SIGKILL");
    await ended;
    const { kept, fresh, faults, left } = await compare(folder);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept).toEqual(fresh);
    expect({ faults, left }).toEqual({ faults: [], left: 0 });
  }
  expect(stored()).toBeGreaterThan(0);
});

test("an index whose files are damaged is made again, and answers right", async () => {
  const folder = newFolder();
  const child = spawn(process.execPath, [program, folder, "1", "once"], { stdio: "inherit" });
  expect(await once(child, "exit")).toEqual([0, null]);
  const files = readdirSync(join(folder, "indexes"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(1);
  const segment = files.find((file) => file.endsWith(".segment")) ?? "";
  const bytes = readFileSync(segment);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0x10;
  writeFileSync(segment, bytes);
  const { kept, fresh, faults } = await compare(folder);
  expect(kept).toEqual(fresh);
  expect(faults).toHaveLength(1);
});
