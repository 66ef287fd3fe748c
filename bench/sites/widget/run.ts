import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../../scripts/find-chromium.ts";
import {
  type SiteFiles,
  type SitePlace,
  serveSite,
  type Walked,
  walkSite,
} from "../../../test/built-site.ts";
import { type KeptSiteName, keepSite, keptSites } from "../../../test/kept-sites.ts";
import { startDocent } from "../../hostile/docent-process.ts";
import { describeRun } from "../../report/machine.ts";
import { markdownTable } from "../../report/markdown-table.ts";
import { writeResult } from "../../report/write-result.ts";
import { buildSite, outputOf, recipeOf, type SiteName, widgetSites } from "./build-site.ts";
import { triedSites } from "./tried-sites.ts";

/** Builds the small sites with the chat as the docs say, and walks through each of them in a browser. */
const { values, positionals } = parseArgs({
  options: {
    pictures: { type: "string" },
    "as-built": { type: "boolean", default: false },
    "no-write": { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const textual = /\.(?:html|js|mjs|css|json|svg|xml|txt)$/;
const root = resolve(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "docent-widget-sites-"));

type Seen = Walked & { name: SiteName; bytes: number; elsewhere: string[] };

const place = { root, settings: { DOCENT_DOMAIN: "acme" }, logFile: join(folder, "server.log") };
const docs = join(import.meta.dirname, "content");
const server = await startDocent(place, { args: ["--docs", docs, "--data", join(folder, "data")] });
const browser = await chromium.launch({ executablePath: findChromium() ?? "" });
try {
  const key = /Assistant key .*? (svc_\S+)/.exec(server.text())?.[1] ?? "";
  const seen: Seen[] = [];
  for (const name of namesOf(positionals)) {
    const files = readSite(values["as-built"] ? outputOf(name) : buildSite(name));
    const isWritten = isKept(name) && !values["no-write"];
    const bytes = isWritten ? keepSite(name, { files, recipe: recipeOf(name) }) : 0;
    seen.push({
      name,
      bytes,
      ...(await walk(browser, { name, files }, { server: server.url, key })),
    });
    console.error(JSON.stringify(seen.at(-1), null, 2));
  }
  const report = reportOf(seen);
  console.log(report);
  if (!values["no-write"]) writeResult(`${describeRun().date}-widget-sites`, report);
} finally {
  await browser.close();
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}

function isKept(name: SiteName): name is KeptSiteName {
  return Object.hasOwn(keptSites, name);
}

function namesOf(wanted: string[]): SiteName[] {
  const isOne = (name: string): name is SiteName => Object.hasOwn(widgetSites, name);
  return Object.keys(widgetSites)
    .filter(isOne)
    .filter((name) => wanted.length === 0 || wanted.includes(name));
}

function readSite(output: string): SiteFiles {
  const entries = readdirSync(output, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.map((path) => {
      const bytes = readFileSync(path);
      return [path.slice(output.length + 1), textual.test(path) ? bytes.toString("utf8") : bytes];
    }),
  );
}

type Site = { name: SiteName; files: SiteFiles };

async function walk(
  browser: Browser,
  { name, files }: Site,
  at: SitePlace,
): Promise<Walked & { elsewhere: string[] }> {
  const site = await serveSite(files, () => at);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    const isKnown = [at.server, site.url].includes(origin) || /^(?:data|blob):/.test(protocol);
    if (!isKnown) elsewhere.push(request.url());
  });
  const look = async (what: string) => {
    if (!values.pictures) return;
    mkdirSync(values.pictures, { recursive: true });
    const path = join(values.pictures, `${name}-${what}.png`);
    await page.screenshot({ path, animations: "disabled" });
  };
  const { turnDark } = { ...keptSites, ...triedSites }[name];
  const walked = await walkSite({ page, url: site.url, turnDark, look });
  await context.close();
  site.server.close();
  return { ...walked, elsewhere };
}

function reportOf(seen: Seen[]): string {
  const { date, commit, machine } = describeRun();
  const rows = seen.map((one) => [
    one.name,
    one.source.replace(/\s+/g, " "),
    one.paths.join(" → "),
    one.isSinglePage ? "in place" : "loads anew",
    one.isOneThread ? "goes on" : "begins anew",
    one.schemes.join(" → "),
    one.contexts.map(({ type, path }) => `${type} of ${path}`).join(", "),
    one.elsewhere.length === 0 ? "none" : one.elsewhere.join(" "),
  ]);
  const head = [
    "site",
    "source of the answer",
    "page of the questions",
    "change of page",
    "conversation",
    "theme",
    "sent with a question",
    "requests elsewhere",
  ];
  const sizes = seen
    .filter(({ name }) => isKept(name))
    .map(({ name, bytes }) => `${name} ${(bytes / 1_024).toFixed(0)} KiB`)
    .join(", ");
  return `# The widget in sites built by their generators, ${date}

Commit ${commit}; ${machine}. Each site was built by its generator with the code of \`docs/chat-on-your-site.mdx\`, served on an
origin of its own and read in Chromium at 1280 × 800, with the embedded model behind it.

${markdownTable([head, ...rows])}

Kept for \`npm test\` without fonts, pictures and maps: ${sizes}.
`;
}
