import { Hash } from "node:crypto";
import { serialize } from "node:v8";
import { expect, onTestFinished, test, vi } from "vitest";
import { embedder, openTestStore } from "../../../test/harness.ts";
import { memorySource } from "../../../test/memory-source.ts";
import { addTestProject, noon } from "../../../test/store-rows.ts";
import type { NamedValues } from "../includes/includes.ts";
import { includedTexts } from "./included-texts.ts";
import { type PageReader, pageReader } from "./page-reader.ts";
import { readFiles } from "./read-files.ts";
import { rememberCostly } from "./remember-costly.ts";

type Texts = Record<string, string>;

const million = 1_000_000;

/** Reads pages as a sync does, and counts the bytes of each message that a thread would be sent. */
async function readPages(pages: Texts, others: Texts, values: NamedValues = new Map()) {
  const messages: number[] = [];
  const read: PageReader["read"] = (items) => {
    messages.push(serialize(items).byteLength);
    return pageReader(embedder).read(items);
  };
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db, "acme");
  const deps = { db, clock: { now: () => new Date(noon) } };
  const reader = await rememberCostly(deps, projectId, { ...pageReader(embedder), read });
  const source = memorySource(
    { ...pages, ...others },
    { withIds: false, failAfter: undefined, onRead: () => undefined },
  );
  const snapshot = await source.snapshot();
  const files = [...snapshot.files, ...snapshot.support].filter(({ path }) => path in pages);
  const contents = await Array.fromAsync(snapshot.read(files));
  const hashed = countHashed();
  const texts = includedTexts(snapshot);
  const results = await readFiles({ reader, texts, values }, contents);
  return { results, messages, hashed: hashed() };
}

function countHashed(): () => number {
  const update = vi.spyOn(Hash.prototype, "update");
  onTestFinished(() => update.mockRestore());
  return () => update.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
}

function named<Value>(count: number, pair: (index: number) => [string, Value]) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => pair(index)));
}

const include = (path: string) => `.. literalinclude:: ${path}\n   :lines: 1-1\n\n`;

test("a text that many pages take in is hashed once, and is once in a message", async () => {
  const pages = named(6, (page) => [`p${page}.rst`, `Title\n=====\n\n${include("a.txt")}`]);
  const { results, messages, hashed } = await readPages(pages, { "a.txt": "a\n".repeat(450_000) });
  expect(results.map(({ includes }) => includes)).toEqual(results.map(() => ["a.txt"]));
  expect(results).toHaveLength(6);
  expect(messages).toHaveLength(2);
  expect(Math.max(...messages)).toBeLessThan(million);
  expect(hashed).toBeLessThan(million);
});

test("what files take in is sent in messages of a few million characters", async () => {
  const others = named(9, (other) => [`a${other}.txt`, "a\n".repeat(450_000)]);
  const pages = named(9, (page) => [`p${page}.rst`, `Title\n=====\n\n${include(`a${page}.txt`)}`]);
  const { results, messages } = await readPages(pages, others);
  expect(results.flatMap(({ pages: [page] }) => page?.problems)).toEqual([]);
  expect(results).toHaveLength(9);
  expect(messages).toHaveLength(4);
  expect(Math.max(...messages)).toBeLessThan(5 * million);
});

test("what a page takes in beyond its limit counts as not there, and the page says so", async () => {
  const others = named(7, (other) => [`a${other}.txt`, "a\n".repeat(450_000)]);
  const page = `Title\n=====\n\n${Object.keys(others).map(include).join("")}`;
  const { results, messages } = await readPages({ "p.rst": page }, others);
  expect(Math.max(...messages)).toBeLessThan(5 * million);
  const told = results[0]?.pages[0]?.problems.map(({ message }) => message);
  expect(told).toEqual(
    ["a4", "a5", "a6"].map((name) => `The included file ${name}.txt was not found.`),
  );
});

test("the values of a site are hashed once for all its files", async () => {
  const values = new Map([["name", "a".repeat(100_000)]]);
  const pages = named(20, (page) => [`p${page}.md`, "# Title\n"]);
  const { results, hashed } = await readPages(pages, {}, values);
  expect(results).toHaveLength(20);
  expect(hashed).toBeGreaterThan(100_000);
  expect(hashed).toBeLessThan(200_000);
});
