import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Page } from "playwright-core";
import type { SiteFiles } from "./built-site.ts";

const folder = join(import.meta.dirname, "fixtures/widget-sites");

type KeptSite = {
  /** The site's own switch to its dark theme. */
  turnDark(page: Page): Promise<void>;
  /** Whether it changes pages without loading them anew. */
  isSinglePage: boolean;
};

/** The small sites that generators built with the chat, as `bench/sites/widget` keeps them. */
export const keptSites = {
  docusaurus: {
    isSinglePage: true,
    async turnDark(page) {
      const toggle = page.getByRole("button", { name: /\(currently (?:light|system) mode\)/ });
      await toggle.click();
    },
  },
  vitepress: {
    isSinglePage: true,
    turnDark: (page) =>
      page
        .getByRole("switch", { name: /dark theme/ })
        .first()
        .click(),
  },
  mkdocs: {
    isSinglePage: true,
    turnDark: (page) => page.locator("label[title='Switch to dark mode']").click(),
  },
  starlight: {
    isSinglePage: false,
    async turnDark(page) {
      await page.getByLabel("Select theme").first().selectOption("dark");
    },
  },
} satisfies Record<string, KeptSite>;

export type KeptSiteName = keyof typeof keptSites;

/** What a generator made, and the code of the docs that it was made with. */
export type BuiltSite = { files: SiteFiles; recipe: Record<string, string> };

export function readKeptSite(name: KeptSiteName): BuiltSite {
  return JSON.parse(brotliDecompressSync(readFileSync(fileOf(name))).toString("utf8"));
}

/** Keeps what a page needs: no fonts, pictures, maps or search in other languages. Returns the bytes it takes. */
export function keepSite(name: KeptSiteName, { files, recipe }: BuiltSite): number {
  const kept = Object.entries(files).filter(
    ([path, file]) => typeof file === "string" && !/\/lunr\/|\/workers\//.test(path),
  );
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const text = JSON.stringify({ recipe, files: Object.fromEntries(kept) });
  const bytes = brotliCompressSync(text, quality);
  writeFileSync(fileOf(name), bytes);
  return bytes.length;
}

function fileOf(name: KeptSiteName): string {
  return join(folder, `${name}.json.br`);
}
