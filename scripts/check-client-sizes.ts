import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { clientsIn } from "../src/cli/start/clients.ts";
import { ensureClients } from "../src/cli/start/ensure-clients.ts";

/** What a reader downloads at once, in thousands of gzipped bytes; the design sets the limits. */
export type Weight = { what: string; files: string[]; kilobytes: number; limit: number };

type Part = { what: string; folder: string; first: RegExp; limit: number };

const parts: Part[] = [
  { what: "dashboard, first load", folder: "web/dist", first: /^index\.html$/, limit: 130 },
  { what: "reader", folder: "web/reader/dist", first: /^(?:reader|theme)\.js$/, limit: 30 },
  { what: "widget, loader", folder: "web/widget/dist", first: /^widget\.js$/, limit: 6 },
  { what: "widget, panel", folder: "web/widget/dist", first: /^assets\/panel-.*\.js$/, limit: 45 },
  {
    what: "widget, page tools",
    folder: "web/widget/dist",
    first: /^assets\/tools-.*\.js$/,
    limit: 2,
  },
  {
    what: "widget, a language",
    folder: "web/widget/dist",
    first: /^assets\/[a-z]{2}-.*\.js$/,
    limit: 2,
  },
];

/** The weight of each part with everything it needs before it runs. Of languages, which a reader has one of, the heaviest. */
export function weighClients(root: string): Weight[] {
  return parts.flatMap(({ what, folder, first, limit }) => {
    const base = join(root, folder);
    const entries = filesIn(base).filter((file) => first.test(file));
    const groups = what.endsWith("language") ? entries.map((file) => [file]) : [entries];
    const weights = groups.map((group) => weigh(base, group));
    const heaviest = weights.toSorted((one, other) => other.kilobytes - one.kilobytes)[0];
    return heaviest && heaviest.files.length > 0 ? [{ what, ...heaviest, limit }] : [];
  });
}

function filesIn(base: string): string[] {
  const found = readdirSync(base, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(base.length + 1));
}

/** Scripts alone: a file that loads others at once weighs as much as all of them. */
function weigh(base: string, entries: string[]): Pick<Weight, "files" | "kilobytes"> {
  const seen = new Set<string>();
  const look = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const other of loadedBy(file, readFileSync(join(base, file), "utf8"))) look(other);
  };
  for (const entry of entries) look(entry);
  const files = [...seen].filter((file) => file.endsWith(".js"));
  const bytes = files.map((file) => gzipSync(readFileSync(join(base, file))).length);
  return { files, kilobytes: bytes.reduce((sum, one) => sum + one, 0) / 1_000 };
}

function loadedBy(file: string, text: string): string[] {
  if (file.endsWith(".html"))
    return [...text.matchAll(/(?:src|href)="\/dashboard\/(assets\/[\w.-]+\.js)"/g)].flatMap(
      ([, path]) => path ?? [],
    );
  const imported =
    /(?:^|[;}\s])(?:import|export)(?:[^"'`();]{0,5000}from)?["']\.\/([\w.-]+\.js)["']/g;
  return [...text.matchAll(imported)].map(([, name = ""]) => join(dirname(file), name));
}

export function sizeTable(weights: Weight[]): string {
  const rows = weights.map(({ what, kilobytes, limit }) => {
    const verdict = kilobytes > limit ? "  TOO LARGE" : "";
    return `${what.padEnd(24)}${kilobytes.toFixed(1).padStart(7)} KB of ${String(limit).padStart(3)} KB${verdict}`;
  });
  return rows.join("\n");
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  const write = (words: string) => void process.stdout.write(words);
  await ensureClients(clientsIn(root), { write, remark: (line) => write(`${line}\n`) });
  const weights = weighClients(root);
  console.log(sizeTable(weights));
  if (weights.length < parts.length) console.log("Something was not built.");
  const isGood =
    weights.length === parts.length && weights.every((one) => one.kilobytes <= one.limit);
  if (!isGood) process.exitCode = 1;
}
