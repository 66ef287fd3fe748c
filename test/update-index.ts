import { syncSource } from "../src/ingest/sync-source.ts";
import { bundledEmbedder } from "../src/models/vectors/static/embedder.ts";
import { createEngine } from "../src/search/engine.ts";
import { createSnapshots } from "../src/search/index/snapshots.ts";
import { listSources } from "../src/store/docs/sources.ts";
import { openKeptIndex } from "./kept-index.ts";
import { memorySource, type Pages } from "./memory-source.ts";
import { randomOf } from "./random-of.ts";
import { testQuery } from "./search-index.ts";
import { addTestProject, addTestSource, noon } from "./store-rows.ts";

const words = ["key", "hook", "retry", "limit", "install", "npm", "rotate", "secret", "hour"];

/** Changes pages and searches in them until it is killed; "once" for one change, after which its index is stored. */
const [folder = "", seed = "1", times] = process.argv.slice(2);
const random = randomOf(Number(seed) + 1);
const some = (count: number) =>
  Array.from({ length: count }, () => words[random(words.length)]).join(" ");
const text = () => `# ${some(2)}\n\n${some(8)}.\n\n## ${some(2)}\n\n${some(12)}.\n`;
const { db, indexes } = await openKeptIndex(folder);
const known = await db.selectFrom("projects").select("id").executeTakeFirst();
const projectId = known?.id ?? (await addTestProject(db, "acme"));
if (!known) await addTestSource(db, projectId);
const embedder = bundledEmbedder();
const onFault = (error: unknown) => console.error(error);
const snapshots = createSnapshots({ folder: indexes, madeWith: "a", onFault });
const engine = createEngine({ db, embedder, memoryBytes: 64 * 1_048_576, snapshots });
const pages: Pages = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`p${at}.md`, text()]),
);
do {
  pages[`p${random(40)}.md`] = text();
  const [source] = await listSources(db, projectId);
  if (!source) throw new Error("the source is missing");
  const options = { withIds: true, failAfter: undefined, onRead: () => undefined };
  const deps = { db, embedder, clock: { now: () => new Date(noon) } };
  const { revisionId } = await syncSource(deps, source, memorySource(pages, options));
  await engine.search(revisionId, testQuery(some(3)));
  process.stdout.write(".");
} while (times !== "once");
