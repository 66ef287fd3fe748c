import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { embedder, openTestStore } from "../../test/harness.ts";
import { makeRepository } from "../../test/make-repository.ts";
import { makeTree } from "../../test/make-tree.ts";
import { randomOf } from "../../test/random-of.ts";
import { testQuery } from "../../test/search-index.ts";
import { addTestProject, addTestSource, noon } from "../../test/store-rows.ts";
import { createEngine } from "../search/engine.ts";
import type { Database } from "../store/database.ts";
import { passagesOfBlobs } from "../store/docs/passages.ts";
import { revisionPages } from "../store/docs/revision-pages.ts";
import { listSources, type StoredSource, updateSourcePlace } from "../store/docs/sources.ts";
import { createKnownSources, type KnownSources } from "./pages/known-sources.ts";
import { folderSource } from "./sources/folder.ts";
import { gitSource } from "./sources/git-repo.ts";
import type { Source } from "./sources/source.ts";
import { syncSource } from "./sync-source.ts";

const rounds = process.env.GROWTH === "long" ? 500 : 16;
const clock = { now: () => new Date(noon) };
type Files = Record<string, string | null>;

const start: Record<string, string> = {
  "docs/docs.json": navigation(["index", "guides/one", "guides/two"]),
  "docs/index.mdx": page("Welcome", "Everything begins here."),
  "docs/guides/one.mdx": page("One", "The first guide."),
  "docs/guides/two.mdx": page("Two", "The second guide."),
  "docs/guides/three.md": "# Three\n\nThe third guide.\n",
  "docs/all.mdx": page("All", '--8<-- "guides/two.mdx"\n\n--8<-- "sample.py"'),
  "docs/some.mdx": page("Some", '<Snippet file="part.mdx" />'),
  "docs/snippets/part.mdx": "A part that pages share.\n",
  "docs/sample.py": "print('hello')\n",
  "README.md": "# Readme\n",
};

function navigation(pages: string[]): string {
  return JSON.stringify({ name: "Acme", navigation: { groups: [{ group: "Guides", pages }] } });
}

function page(title: string, text: string): string {
  return `---\ntitle: ${title}\n---\n\n${text}\n`;
}

/** What people do to docs: mostly they change a text. */
function nextChange(random: (limit: number) => number, there: Record<string, string>): Files {
  const word = () => ["otter", "lynx", "heron", "badger", "plover", "marten"][random(6)] ?? "";
  const text = () => `The ${word()} and the ${word()}.\n\n## About the ${word()}\n\n${word()}.`;
  const pages = Object.keys(there).filter((path) => /guides\/.*\.mdx?$/.test(path));
  const one = pages[random(pages.length)] ?? "docs/guides/new.mdx";
  const moved = `docs/guides/${word()}.mdx`;
  const kinds: (() => Files)[] = [
    () => ({ "docs/docs.json": navigation(["index", "guides/two", `guides/${word()}`]) }),
    () => ({ [one]: page(word(), text()) }),
    () => ({ [one]: `---\ntitle: One\nhidden: ${random(2) === 0}\n---\n\n${text()}\n` }),
    () => ({ [moved]: page(word(), text()) }),
    () => ({ [moved]: page(word(), text()), "docs/guides/two.mdx": page("Two", text()) }),
    () => ({ "docs/guides/two.mdx": page("Two", text()) }),
    () => ({ [one]: null }),
    () => ({ [one]: null, [moved]: there[one] ?? page("Moved", text()) }),
    () => ({ "docs/snippets/part.mdx": `${text()}\n` }),
    () => ({ [one]: page("One", '<Snippet file="part.mdx" />') }),
    () => ({ "docs/sample.py": `print('${word()}')\n`, "README.md": `# ${word()}\n` }),
    () => ({ [`docs/${word()}.pdf`]: "x" }),
    () => ({ [one]: "not \0 text" }),
  ];
  const isPlain = random(3) > 0;
  if (!isPlain) return kinds[random(kinds.length)]?.() ?? {};
  const title = /^title: .*$/m.exec(there[one] ?? "")?.[0] ?? "title: One";
  return { [one]: `---\n${title}\n---\n\n${text()}\n` };
}

async function openWalk(db: Database, domain: string, place: Partial<StoredSource>) {
  const projectId = await addTestProject(db, domain);
  const sourceId = await addTestSource(db, projectId);
  await updateSourcePlace(db, sourceId, place);
  return async (source: Source, known?: KnownSources, touched?: string[]) => {
    const [stored] = await listSources(db, projectId);
    if (!stored) throw new Error("the source is missing");
    const deps = { db, embedder, clock, ...(known && { known }) };
    const report = await syncSource(deps, stored, source, touched && { touched });
    const rows = await rowsOf(db, projectId, report.revisionId);
    const [after] = await listSources(db, projectId);
    return { report, rows, problems: after?.problems };
  };
}

/** All that is stored of the pages, but for names that the store gives. */
async function rowsOf(db: Database, projectId: string, revisionId: string) {
  const pages = await revisionPages(db, revisionId);
  return Promise.all(
    pages.map(async ({ sourceId, contentId, ...own }) => {
      const passages = await passagesOfBlobs(db, projectId, [own.blobHash]);
      return { ...own, passages: passages.map(({ text }) => text) };
    }),
  );
}

function counted(source: Source): { source: Source; listed(): number } {
  let count = 0;
  const snapshot: Source["snapshot"] = (signal) => {
    count += 1;
    return source.snapshot(signal);
  };
  return { source: { ...source, snapshot }, listed: () => count };
}

type Walk = {
  seed: number;
  open(): Promise<{ source: Source; apply(files: Files): Promise<void> }>;
};

async function walk(kind: "git" | "folder", { seed, open }: Walk): Promise<void> {
  const db = await openTestStore("sqlite");
  const random = randomOf(seed);
  const there: Record<string, string> = { ...start };
  const { source, apply } = await open();
  const { source: own, listed } = counted(source);
  const place = { kind, subfolder: "docs", mount: "acme" };
  const sync = await openWalk(db, "walk", place);
  const known = createKnownSources();
  const following = createEngine({ db, embedder, memoryBytes: 64 * 1_048_576 });
  await sync(own, known);
  for (let round = 1; round <= rounds; round += 1) {
    const change = nextChange(random, there);
    await apply(change);
    for (const [path, content] of Object.entries(change)) {
      if (content === null) delete there[path];
      else there[path] = content;
    }
    const inDocs = Object.keys(change).filter((path) => path.startsWith("docs/"));
    const touched = inDocs.map((path) => path.slice("docs/".length));
    const found = await sync(own, known, kind === "folder" ? touched : undefined);
    const fresh = await (await openWalk(db, `fresh-${round}`, place))(source);
    expect(found.rows, `round ${round}: ${touched}`).toEqual(fresh.rows);
    expect(found.problems).toEqual(fresh.problems);
    expect(found.report.pages).toBe(fresh.report.pages);
    if (round % 4 !== 0) continue;
    const hits = await hitsOf(following, found.report.revisionId);
    const engine = createEngine({ db, embedder, memoryBytes: 64 * 1_048_576 });
    expect(hits, `round ${round}`).toEqual(await hitsOf(engine, fresh.report.revisionId));
  }
  const quick = rounds + 1 - listed();
  expect(quick).toBeGreaterThan(rounds / 8);
  expect(listed()).toBeGreaterThan(rounds / 8);
}

async function hitsOf(engine: ReturnType<typeof createEngine>, revisionId: string) {
  const { hits } = await engine.search(revisionId, testQuery("about the otter and the lynx"));
  return hits.map(({ passage, relevance }) => ({
    path: passage.path,
    text: passage.text,
    relevance,
  }));
}

test("syncs of what changed between commits leave the store and the hits as a fresh sync does", async () => {
  await walk("git", {
    seed: 3,
    async open() {
      const { path, folder, commit } = await makeRepository(start);
      const place = { location: path, subfolder: "docs", mirrorFolder: join(folder, "mirrors") };
      return {
        source: gitSource(place),
        apply: async (files) => void (await commit("main", files)),
      };
    },
  });
});

test("syncs of what was touched in a folder leave the store and the hits as a fresh sync does", async () => {
  await walk("folder", {
    seed: 7,
    async open() {
      const { root } = await makeTree(start);
      const apply = async (files: Files) => {
        for (const [path, content] of Object.entries(files)) {
          const file = join(root, path);
          await mkdir(dirname(file), { recursive: true });
          if (content === null) await rm(file, { force: true });
          else await writeFile(file, content);
        }
      };
      return { source: folderSource({ root, subfolder: "docs" }), apply };
    },
  });
});
