import { expect, test } from "vitest";
import { tokenise, words } from "./tokenise.ts";

test("words are lower-cased and punctuation is dropped", () => {
  expect(tokenise("Hello, World! (Really?)")).toEqual(["hello", "world", "really"]);
});

test("a camel-case identifier is found whole and in parts", () => {
  expect(tokenise("retrievalPageSize")).toEqual(["retrievalpagesize", "retrieval", "page", "size"]);
});

test("a run of capitals is one part", () => {
  expect(tokenise("parseURLNow HTTPServer")).toEqual([
    ..."parseurlnow parse url now httpserver http server".split(" "),
  ]);
});

test("the plural of an acronym is one word", () => {
  expect(tokenise("LLMs and IDs")).toEqual(["llms", "and", "ids"]);
});

test("an environment variable is found whole and in parts", () => {
  expect(tokenise("DOCENT_PUBLIC_URL")).toEqual(["docent_public_url", "docent", "public", "url"]);
});

test("headers, files, paths and flags are words", () => {
  expect(tokenise("x-thread-id")).toEqual(["x-thread-id", "x", "thread", "id"]);
  expect(tokenise("docs.json")).toEqual(["docs.json", "docs", "json"]);
  expect(tokenise("/healthz --port")).toEqual(["healthz", "port"]);
  expect(tokenise("__init__")).toEqual(["init"]);
});

test("apostrophes do not split words", () => {
  expect(tokenise("don't the server's don’t")).toEqual(["dont", "the", "server", "dont"]);
});

test("an article that French or Italian joins to a word goes", () => {
  expect(tokenise("l'utilisateur qu’il dell'utente")).toEqual(["utilisateur", "il", "utente"]);
  expect(tokenise("aujourd'hui O'Reilly")).toEqual(["aujourdhui", "oreilly", "o", "reilly"]);
});

test("an ending set apart from capitals goes", () => {
  expect(tokenise("API'yi OK'd")).toEqual(["api", "ok"]);
});

test("compatibility forms and invisible characters are folded", () => {
  expect(tokenise("ﬁle ＡＢＣ soft\u00ADware")).toEqual(["file", "abc", "software"]);
});

test("text without spaces becomes pairs of characters", () => {
  expect(tokenise("設定方法。水")).toEqual(["設定", "定方", "方法", "水"]);
  expect(tokenise("サーバーを起動")).toContain("バー");
  expect(tokenise("API設定")).toEqual(["api", "設定"]);
});

test("letters outside the basic plane stay whole", () => {
  expect(tokenise("𠮷野家")).toEqual(["𠮷野", "野家"]);
});

test("parts belong to their word", () => {
  expect(words("open-source port")).toEqual([
    { whole: "open-source", parts: ["open", "source"] },
    { whole: "port", parts: [] },
  ]);
});

test("a very long run is cut", () => {
  expect(tokenise("a".repeat(1_000_000))[0]).toHaveLength(64);
  expect(tokenise("a.".repeat(200_000))).toHaveLength(200_000);
  expect(tokenise("aB".repeat(200_000)).length).toBeGreaterThan(200_000);
  expect(tokenise("l'".repeat(200_000)).length).toBeGreaterThan(0);
});
