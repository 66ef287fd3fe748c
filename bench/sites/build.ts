import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { type Generator, generators, installPython, run } from "./generators.ts";

/** Builds every small site with its own generator and writes down at which address each file was published. */
const here = import.meta.dirname;
const sources = resolve(here, "../../test/fixtures/sites");
const origin = "https://acme.example/";

const wanted = process.argv.slice(2);
installPython();
for (const [name, generator] of Object.entries(generators)) {
  for (const site of sitesOf(name)) {
    const label = `${name}/${site}`;
    if (wanted.length > 0 && !wanted.some((one) => label.startsWith(one))) continue;
    const found = buildSite(label, generator);
    writeFileSync(join(sources, `${label}.json`), `${JSON.stringify(found, null, 2)}\n`);
    const pages = Object.values(found.pages);
    const published = pages.filter((address) => address !== null);
    console.log(`${label}: ${published.length} of ${pages.length} pages published`);
  }
}
run([resolve(here, "../../node_modules/.bin/biome"), "check", "--write", sources]);

function sitesOf(generator: string): string[] {
  if (!existsSync(join(sources, generator))) return [];
  const entries = readdirSync(join(sources, generator), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** The address of every page, null for one that is not published, and whatever else was made. */
type Built = { pages: Record<string, string | null>; others: string[] };

function buildSite(label: string, { command, output }: Generator): Built {
  const folder = join(here, "dist", label.replace("/", "-"));
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(sources, label), folder, { recursive: true });
  const paths = globSync("**/*.{md,MD,mdx,markdown,html}", { cwd: folder, exclude: ["layouts"] });
  paths.push(
    ...globSync("**/.*/**/*.md", { cwd: folder }),
    ...globSync("**/.*.md", { cwd: folder }),
  );
  // A name in brackets stands for many pages.
  const pages = [...new Set(paths)].filter((path) => !/^layouts\/|\[/.test(path)).sort();
  for (const path of pages) appendFileSync(join(folder, path), `\n${markOf(path)}\n`);
  run(command(folder), folder);
  const made = readOutput(join(folder, output));
  const found = pages.map((path): [string, string | null] => {
    const own = made.filter(({ html }) => html.includes(markOf(path)));
    return [path, own.map(({ address }) => address).sort(byLength)[0] ?? null];
  });
  const known = new Set(found.map(([, address]) => address));
  const others = made.filter(({ html }) => !html.includes("docentsource"));
  return {
    pages: Object.fromEntries(found),
    others: others
      .map(({ place }) => place)
      .filter((place) => !known.has(place))
      .sort(),
  };
}

/** Where a page shown in several places is at home: translations show the original below their own folder. */
function byLength(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

function markOf(path: string): string {
  return `docentsource${Buffer.from(path).toString("hex")}end`;
}

/** Every page that was made: its text, its address as the site gives it, and the place of its file. */
function readOutput(folder: string) {
  const map = join(folder, "sitemap.xml");
  const listed = existsSync(map) ? readFileSync(map, "utf8").matchAll(/<loc>([^<]+)<\/loc>/g) : [];
  const addresses = [...listed].flatMap(([, url]) => addressOf(url) ?? []).sort(byLength);
  return globSync("**/*.html", { cwd: folder }).map((file) => {
    const html = readFileSync(join(folder, file), "utf8");
    const place = file.replace(/(^|\/)index\.html$/, "$1");
    const link = /<link[^>]*\brel="?canonical"?[^>]*>/.exec(html)?.[0] ?? "";
    const [, quoted, bare] = /\bhref=(?:"([^"]*)"|([^\s>"]+))/.exec(link) ?? [];
    const names = [place, place.replace(/\.html$/, "")];
    const inMap = addresses.find((one) => names.some((name) => `/${one}`.endsWith(`/${name}`)));
    return { html, place, address: addressOf(quoted ?? bare) ?? inMap ?? place };
  });
}

function addressOf(canonical: string | undefined): string | undefined {
  if (canonical === undefined) return undefined;
  const plain = canonical.replaceAll("&amp;", "&").replaceAll("&#43;", "+");
  const path = decodeURIComponent(plain);
  return path.startsWith(origin) ? path.slice(origin.length) : path;
}
