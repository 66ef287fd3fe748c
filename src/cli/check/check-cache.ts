import { lstat, readFile, rm, writeFile } from "node:fs/promises";
import { z } from "zod";
import manifest from "../../../package.json" with { type: "json" };
import type { FactsStore } from "../../docs/check/facts/facts-reader.ts";
import type { PageFacts } from "../../docs/check/facts/page-facts.ts";
import { checkIds } from "../../docs/check/finding.ts";
import { renameOver } from "../../lib/disk/rename-over.ts";

/** What earlier runs read of pages, by the hash of their text. */
export type CheckCache = FactsStore & {
  /** Writes what this run used. Throws what the file system says. */
  save(): Promise<void>;
};

const maxBytes = 128 * 1024 * 1024;
/** To be raised when the facts of a page change; a file of another version is not used. */
const factsVersion = 2;
const version = `${manifest.version}/${factsVersion}/${process.version}`;

const line = z.int().min(0);
const fault = z.strictObject({
  check: z.enum(checkIds),
  line,
  message: z.string(),
  subjects: z.array(z.string()),
});
const facts = z.strictObject({
  faults: z.array(fault),
  nameless: z.array(fault),
  links: z.array(
    z.strictObject({ target: z.string(), line, isImage: z.boolean(), isImport: z.boolean() }),
  ),
  takenIn: z.array(z.string()),
  anchors: z.strictObject({
    isOpen: z.boolean(),
    headings: z.array(z.string()),
    blockHeadings: z.array(z.string()),
    ids: z.array(z.string()),
    made: z.array(z.string()),
  }),
  notChecked: z.literal(""),
});
const cacheFile = z.strictObject({
  version: z.literal(version),
  pages: z.array(z.tuple([z.string(), facts])),
});

/** A file that is missing, stale or not a cache is as good as none. */
export async function openCheckCache(path: string): Promise<CheckCache> {
  const earlier = new Map<string, PageFacts>(await readPages(path));
  const used = new Map<string, PageFacts>();
  return {
    has: (key) => used.has(key) || earlier.has(key),
    get: (key) => used.get(key) ?? earlier.get(key),
    set: (key, value) => void used.set(key, value),
    async save() {
      const isSame =
        used.size === earlier.size && [...used.keys()].every((key) => earlier.has(key));
      if (isSame) return;
      const beside = `${path}.${process.pid}.tmp`;
      try {
        await writeFile(beside, JSON.stringify({ version, pages: [...used] }), {
          mode: 0o600,
          flag: "wx",
        });
        await renameOver(beside, path);
      } finally {
        await rm(beside, { force: true });
      }
    },
  };
}

async function readPages(path: string): Promise<[string, PageFacts][]> {
  const kind = await lstat(path).catch(() => undefined);
  if (!kind?.isFile() || kind.size > maxBytes) return [];
  try {
    return cacheFile.parse(JSON.parse(await readFile(path, "utf8"))).pages;
  } catch {
    return [];
  }
}
