import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { generators, installPython, run } from "../generators.ts";
import { nextPage, nextPath } from "./next-page.ts";
import { recipesOf, withRecipe } from "./recipes.ts";

const here = import.meta.dirname;
const contentsOfSphinx = "```{toctree}\nkeys\nwebhooks\n```\n";
const recipesPage = resolve(here, "../../../docs/chat-on-your-site.mdx");

type Site = {
  /** Where the pages of the content lie in it. */
  content: string;
  /** Names of the recipe's pieces, and where each goes, if not by its name; one whose file exists goes into it, another is a file of its own. */
  recipe: Record<string, string>;
  /** The generator makes the first heading from the title. */
  hasOwnHeading?: true;
  /** A page as the site wants it, with its place below the content; without it as it is. */
  pageOf?(name: string, markdown: string): { path: string; text: string };
  /** Where it is built, when not beside the others. */
  place?: string;
  /** What it needs besides. */
  prepare?(folder: string): void;
};

export const widgetSites = {
  docusaurus: { content: "docs", recipe: inPlace("docusaurus.config.js") },
  vitepress: { content: ".", recipe: inPlace(".vitepress/config.js") },
  mkdocs: { content: "docs", recipe: inPlace("mkdocs.yml", "overrides/main.html") },
  starlight: {
    ...{ content: "src/content/docs", recipe: inPlace("astro.config.mjs"), hasOwnHeading: true },
  },
  hugo: {
    content: "content",
    recipe: { "index.html": "layouts/baseof.html" },
    pageOf: (name, text) => ({ path: name.replace(/^index\.md$/, "_index.md"), text }),
  },
  sphinx: {
    content: "docs",
    recipe: { "conf.py": "docs/conf.py", "docent.js": "docs/_static/docent.js" },
    pageOf: (name, markdown) => ({
      path: name,
      text: name === "index.md" ? `${markdown}\n${contentsOfSphinx}` : markdown,
    }),
  },
  next: {
    content: "app",
    recipe: inPlace("app/layout.jsx"),
    pageOf: (name, markdown) => ({ path: nextPath(name), text: nextPage(markdown) }),
    // Next.js looks for its packages above the site.
    place: resolve(here, "../next/dist"),
    prepare: addReactPackage,
  },
} satisfies Record<string, Site>;

export type SiteName = keyof typeof widgetSites;

/** Builds the small site with the chat as the docs say, and returns the folder of what was made. */
export function buildSite(name: SiteName): string {
  const site: Site = widgetSites[name];
  const folder = folderOf(name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(here, name), folder, { recursive: true });
  copyContent(join(folder, site.content), site);
  for (const [piece, code] of Object.entries(recipeOf(name)))
    addPiece(join(folder, site.recipe[piece] ?? piece), code);
  installPython();
  site.prepare?.(folder);
  run(generators[name].command(folder), folder);
  return outputOf(name);
}

/** Where a generator puts what it makes. */
export function outputOf(name: SiteName): string {
  return join(folderOf(name), generators[name].output);
}

function folderOf(name: SiteName): string {
  const { place = join(here, "dist") }: Site = widgetSites[name];
  return join(place, name);
}

/** The pieces of code that the docs have for a generator. */
export function recipeOf(name: SiteName): Record<string, string> {
  const recipes = recipesOf(readFileSync(recipesPage, "utf8"));
  const pieces = Object.keys(widgetSites[name].recipe).map((piece): [string, string] => {
    const code = recipes.get(piece);
    if (code === undefined) throw new Error(`${recipesPage} has no code for ${piece}.`);
    return [piece, code];
  });
  return Object.fromEntries(pieces);
}

function copyContent(folder: string, { hasOwnHeading, pageOf }: Site): void {
  for (const name of readdirSync(join(here, "content"))) {
    const page = readFileSync(join(here, "content", name), "utf8");
    const markdown = hasOwnHeading ? page.replace(/^# .*\n/m, "") : page;
    const { path, text } = pageOf?.(name, markdown) ?? { path: name, text: markdown };
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The component as it will be published. */
function addReactPackage(folder: string): void {
  const source = resolve(here, "../../../packages/react");
  run([process.execPath, join(source, "build.ts")]);
  for (const part of ["dist", "package.json"])
    cpSync(join(source, part), join(folder, "node_modules/@docent/react", part), {
      recursive: true,
    });
}

function inPlace(...pieces: string[]): Record<string, string> {
  return Object.fromEntries(pieces.map((piece) => [piece, piece]));
}

function addPiece(path: string, code: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const text = existsSync(path) ? withRecipe(readFileSync(path, "utf8"), code) : code;
  writeFileSync(path, text);
}
