import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { randomOf } from "../../../test/random-of.ts";
import { rankByWords, testIndex, testQuery } from "../../../test/search-index.ts";
import { openIndex } from "./project-index.ts";
import { createSnapshots } from "./snapshots.ts";

function open() {
  const folder = mkdtempSync(join(tmpdir(), "docent-snapshots-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const faults: string[] = [];
  const onFault = (error: unknown) => void faults.push(String(error));
  const openWith = (madeWith: string) => createSnapshots({ folder, madeWith, onFault });
  return { folder, faults, openWith, snapshots: openWith("a") };
}

const index = testIndex([
  { path: "a.md", title: "Keys", texts: ["Rotate the signing key.", "Ключи и 鍵 𝒦."] },
  { path: "b.md", texts: ["Webhook retries."], address: "hooks", metadata: { tags: ["api"] } },
]);
const asked = testQuery("rotate the key");

test("an index that was stored is the one that is read", async () => {
  const { snapshots, faults } = open();
  expect(await snapshots.read("prj_1")).toBeUndefined();
  const overlay = { rootId: "rev_0", paths: ["a.md"] };
  await snapshots.write({ ...index, overlay });
  const read = await snapshots.read("prj_1");
  if (!read) throw new Error("nothing was stored");
  expect(read).toMatchObject({ revisionId: "rev_1", overlay });
  const opened = openIndex({ ...read, projectId: "prj_1", baseUrls: new Map(), leftOut: 0 });
  expect(rankByWords(opened, asked)).toEqual(rankByWords(index, asked));
  expect([0, 1].map(opened.page)).toEqual([0, 1].map(index.page));
  expect(faults).toEqual([]);
});

test("what another model made is not taken", async () => {
  const { snapshots, openWith } = open();
  await snapshots.write(index);
  expect(await openWith("b").read("prj_1")).toBeUndefined();
});

test("only the files of the last index stay, and those of projects that are gone do not", async () => {
  const { folder, snapshots } = open();
  await snapshots.write(index);
  await snapshots.write(testIndex([{ path: "c.md", texts: ["Something else."] }]));
  expect(readdirSync(join(folder, "prj_1"))).toHaveLength(2);
  await snapshots.sweep(async () => false);
  expect(readdirSync(folder)).toEqual([]);
});

test("a bit that changed anywhere is noticed, and so is an end that is missing", async () => {
  const { folder, snapshots, faults } = open();
  const random = randomOf(5);
  for (let round = 0; round < 60; round += 1) {
    await snapshots.write(index);
    const files = readdirSync(join(folder, "prj_1"));
    const file = join(folder, "prj_1", files[random(files.length)] ?? "");
    const bytes = readFileSync(file);
    const at = random(bytes.length);
    if (round % 3 === 0) truncateSync(file, at);
    else {
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
      writeFileSync(file, bytes);
    }
    const read = await snapshots.read("prj_1");
    // Bytes between two arrays mean nothing.
    if (read) expect(read.segments[0]?.slots).toEqual(index.segments[0]?.slots);
  }
  expect(faults.length).toBeGreaterThan(40);
});
