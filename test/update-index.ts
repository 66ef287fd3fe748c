import { syncSource } from "../src/ingest/sync-source.ts";
import { bundledEmbedder } from "../src/models/vectors/static/embedder.ts";
import { createEngine } from "../src/search/engine.ts";
import { createSnapshots } from "../src/search/index/snapshots.ts";
import { deleteProject, findProjectByDomain } from "../src/store/docs/projects.ts";
import { listSources } from "../src/store/docs/sources.ts";
import { openKeptIndex } from "./kept-index.ts";
import { memorySource, type Pages } from "./memory-source.ts";
import { randomOf } from "./random-of.ts";
import { testQuery } from "./search-index.ts";
import { addTestProject, addTestSource, noon } from "./store-rows.ts";

const words = ["key", "hook", "retry", "limit", "install", "npm", "rotate", "secret", "hour"];

/** Changes and drops pages, searches in them, and makes and drops a second project, until it is killed; "once" for one change, after which its index is stored. */
const [folder = "", seed = "1", times] = process.argv.slice(2);
const random = randomOf(Number(seed) + 1);
const some = (count: number) =>
  Array.from({ length: count }, () => words[random(words.length)]).join(" ");
const text = () => `# ${some(2)}\n\n${some(8)}.\n\n## ${some(2)}\n\n${some(12)}.\n`;
const { db, indexes } = await openKeptIndex(folder);
const embedder = bundledEmbedder();
const onFault = (error: unknown) => console.error(error);
const snapshots = createSnapshots({ folder: indexes, madeWith: "a", onFault });
/** Too little for the indexes of both projects: each drops the other's. */
const memoryBytes = 48 * 1_024;
const engine = createEngine({ db, embedder, memoryBytes, snapshots });

async function answer(domain: string, pages: Pages): Promise<string> {
  const known = await findProjectByDomain(db, domain);
  const projectId = known?.id ?? (await addTestProject(db, domain));
  if (!known) await addTestSource(db, projectId);
  const [source] = await listSources(db, projectId);
  if (!source) throw new Error("the source is missing");
  const options = { withIds: true, failAfter: undefined, onRead: () => undefined };
  const deps = { db, embedder, clock: { now: () => new Date(noon) } };
  const { revisionId } = await syncSource(deps, source, memorySource(pages, options));
  await engine.search(revisionId, testQuery(some(3)));
  return projectId;
}

const textsOf = (count: number): Pages =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}.md`, text()]));
const pages = textsOf(40);
do {
  pages[`p${random(40)}.md`] = text();
  if (random(3) === 0) delete pages[`p${random(40)}.md`];
  await answer("acme", pages);
  process.stdout.write(".");
  if (times === "once") break;
  const passing = await answer("passing", textsOf(10));
  if (random(2) === 0) await deleteProject(db, passing);
} while (times !== "once");
