import { expect, test } from "vitest";
import type { SiteFacts, SiteTexts } from "./reader-functions.ts";
import { rememberSites } from "./remember-sites.ts";

const texts = (paths: string[], settings = ""): SiteTexts => ({
  id: Math.random().toString(),
  paths,
  siteFiles: new Map([["docs.json", settings]]),
});

test("a site is opened again only where its paths or its settings are others, or it was too costly", async () => {
  const asked: string[][] = [];
  const open = rememberSites(async (sites) => {
    asked.push(sites.map(({ paths }) => paths.join()));
    return sites.map(({ paths }) => (paths.includes("costly") ? undefined : factsOf(paths)));
  });
  const pages = async (...sites: SiteTexts[]) =>
    (await open(sites)).map((site) => site && [...site.pages].join());
  expect(await pages(texts(["a"]), texts(["b"]))).toEqual(["a", "b"]);
  expect(await pages(texts(["b"]), texts(["c"]), texts(["a"]))).toEqual(["b", "c", "a"]);
  expect(await pages(texts(["a"], "{}"))).toEqual(["a"]);
  expect(await pages(texts(["costly"]))).toEqual([undefined]);
  expect(await pages(texts(["costly"]))).toEqual([undefined]);
  expect(asked).toEqual([["a", "b"], ["c"], ["a"], ["costly"], ["costly"]]);
});

function factsOf(paths: string[]): SiteFacts {
  const about = { generator: "plain", isPlain: true, problems: [], values: new Map() };
  return { ...about, slugStyle: "github", pages: new Set(paths) };
}
