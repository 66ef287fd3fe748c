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
import { recipesOf, withRecipe } from "./recipes.ts";

const here = import.meta.dirname;
const recipesPage = resolve(here, "../../../docs/chat-on-your-site.mdx");

type Site = {
  /** Where the pages of the content lie in it. */
  content: string;
  /** Names of the recipe's pieces; one whose file exists goes into it, another is a file of its own. */
  recipe: string[];
  /** The generator makes the first heading from the title. */
  hasOwnHeading?: true;
};

export const widgetSites = {
  docusaurus: { content: "docs", recipe: ["docusaurus.config.js"] },
  vitepress: { content: ".", recipe: [".vitepress/config.js"] },
  mkdocs: { content: "docs", recipe: ["mkdocs.yml", "overrides/main.html"] },
  starlight: { content: "src/content/docs", recipe: ["astro.config.mjs"], hasOwnHeading: true },
} satisfies Record<string, Site>;

export type SiteName = keyof typeof widgetSites;

/** Builds the small site with the chat as the docs say, and returns the folder of what was made. */
export function buildSite(name: SiteName): string {
  const site: Site = widgetSites[name];
  const folder = join(here, "dist", name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(here, name), folder, { recursive: true });
  copyContent(join(folder, site.content), site.hasOwnHeading ?? false);
  for (const [piece, code] of Object.entries(recipeOf(name))) addPiece(join(folder, piece), code);
  installPython();
  run(generators[name].command(folder), folder);
  return outputOf(name);
}

/** Where a generator puts what it makes. */
export function outputOf(name: SiteName): string {
  return join(here, "dist", name, generators[name].output);
}

/** The pieces of code that the docs have for a generator. */
export function recipeOf(name: SiteName): Record<string, string> {
  const recipes = recipesOf(readFileSync(recipesPage, "utf8"));
  const pieces = widgetSites[name].recipe.map((piece): [string, string] => {
    const code = recipes.get(piece);
    if (code === undefined) throw new Error(`${recipesPage} has no code for ${piece}.`);
    return [piece, code];
  });
  return Object.fromEntries(pieces);
}

function copyContent(folder: string, hasOwnHeading: boolean): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(join(here, "content"))) {
    const page = readFileSync(join(here, "content", name), "utf8");
    writeFileSync(join(folder, name), hasOwnHeading ? page.replace(/^# .*\n/m, "") : page);
  }
}

function addPiece(path: string, code: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const text = existsSync(path) ? withRecipe(readFileSync(path, "utf8"), code) : code;
  writeFileSync(path, text);
}
