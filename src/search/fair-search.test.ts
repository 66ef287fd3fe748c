import { expect, test } from "vitest";
import { testQuery } from "../../test/search-index.ts";
import { fairSearch } from "./fair-search.ts";
import type { IndexSizes, SearchQuery, SearchResult } from "./hit.ts";
import type { Search } from "./search.ts";

const limits = { searches: 1_000, searchesPerNetwork: 400, memoryBytes: 1_000 };
const nothing: SearchResult = {
  ...{ hits: [], weights: {}, unknown: [], unknownNames: [], strangeness: 0, passages: 0 },
  ...{ contest: { margin: 1, spread: 0, rival: 0 }, fluency: 1 },
};

/** Notes what is begun; a search goes on until it is ended. */
function openSearch(prepare?: Search["prepare"]) {
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const sizes: IndexSizes = { bytes: 0, indexes: [] };
  const start = <Result>(name: string, result: Result) => {
    begun.push(name);
    return new Promise<Result>((end) => open.push(() => end(result)));
  };
  const search = fairSearch(
    {
      ...(prepare && { prepare }),
      search: (_, { text }) => start(text, nothing),
      compose: ({ question }) => start(question, `about ${question}`),
      sizes: () => sizes,
      close: async () => undefined,
    },
    limits,
  );
  const endAll = async () => {
    for (const end of open.splice(0)) end();
    await settled();
  };
  return { search, begun, endAll, sizes };
}

const anIndex = { projectId: "prj_1", passages: 0, leftOut: 0, bytes: 0, arrangement: 1 };
const settled = () => new Promise(setImmediate);
const from = (network: string) => ({ network, key: "" });

test("a configured embedder is asked for a few questions of one network at a time, and holds up no other", async () => {
  const asked: string[] = [];
  const { search, begun } = openSearch((_, query) => () => {
    asked.push(query.text);
    return query.text === "slow"
      ? new Promise<SearchQuery>(() => undefined)
      : Promise.resolve(query);
  });
  for (let count = 0; count < 40; count += 1)
    void search.search("rev_1", testQuery("slow"), from("a"));
  await settled();
  expect(asked.length).toBeLessThan(10);
  void search.search("rev_1", testQuery("quick"), from("b"));
  await settled();
  expect(asked.at(-1)).toBe("quick");
  expect(begun).toEqual(["quick"]);
});

test("what needs no preparing does not wait for what does", async () => {
  const endless = () => new Promise<SearchQuery>(() => undefined);
  const { search, begun } = openSearch((_, { text }) => (text === "cold" ? endless : undefined));
  for (let count = 0; count < 40; count += 1)
    void search.search("rev_1", testQuery("cold"), from("a"));
  void search.search("rev_1", testQuery("warm"), from("a"));
  await settled();
  expect(begun).toEqual(["warm"]);
});

test("answers wait for their turn as searches do, and a few searches in one turn have results of their own", async () => {
  const { search, begun, endAll } = openSearch();
  const found = { passages: [], nearest: [], earlier: [], weights: {}, unknown: [] };
  const input = { ...found, evidence: "none" as const };
  const first = search.compose({ ...input, question: "one" }, from("a"));
  const second = search.compose({ ...input, question: "two" }, from("a"));
  const some = search.searchEach(
    "rev_1",
    ["x", "y", "z"].map((text) => testQuery(text)),
    from("b"),
  );
  await settled();
  expect(begun).toEqual(["one", "x", "y", "z"]);
  await endAll();
  expect(begun.at(-1)).toBe("two");
  await endAll();
  expect([await first, await second, await some]).toEqual([
    "about one",
    "about two",
    [nothing, nothing, nothing],
  ]);
});

test("a search whose reader has left is not begun", async () => {
  const { search, begun, endAll } = openSearch();
  const leave = new AbortController();
  void search.search("rev_1", testQuery("first"), from("a"));
  const left = search.search("rev_1", testQuery("left"), { ...from("a"), signal: leave.signal });
  await settled();
  leave.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await endAll();
  expect(begun).toEqual(["first"]);
});

test("whoever waits for the same index shares one load, and one that is there is not loaded again", async () => {
  const prepared: string[] = [];
  const { search, begun, endAll, sizes } = openSearch((revisionId, query) => {
    prepared.push(revisionId);
    return async () => query;
  });
  const loads = ["a", "b", "c"].map((network) => search.load("rev_1", from(network), "now"));
  await settled();
  expect(prepared).toEqual(["rev_1"]);
  expect(begun).toEqual([""]);
  await endAll();
  await Promise.all(loads);
  sizes.indexes.push({ ...anIndex, revisionId: "rev_1" });
  await search.load("rev_1", from("a"), "now");
  expect(prepared).toEqual(["rev_1"]);
});

test("what is only read is loaded while half of the memory is free, what is about to be searched always", async () => {
  const { search, begun, sizes } = openSearch();
  sizes.bytes = limits.memoryBytes / 2 + 1;
  await search.load("rev_1", from("a"), "soon");
  expect(begun).toEqual([]);
  void search.load("rev_1", from("a"), "now");
  await settled();
  expect(begun).toEqual([""]);
});

test("a load that failed is tried again by the next who wants it", async () => {
  let tries = 0;
  const { search, endAll } = openSearch(() => async () => {
    tries += 1;
    throw new Error("the store is away");
  });
  for (const _ of [1, 2])
    await expect(search.load("rev_1", from("a"), "now")).rejects.toThrow("the store is away");
  await endAll();
  expect(tries).toBe(2);
});
