import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { withTemporaryStore } from "../../src/cli/gate/temporary-store.ts";
import { createAssistant } from "../../src/compose/create-assistant.ts";
import { sharedOf } from "../../src/compose/parts.ts";
import { loadConfig } from "../../src/config/read-config.ts";
import type { GateResult } from "../../src/contract/gate.ts";
import { compareSides } from "../../src/gate/compare-sides.ts";
import { threadedReader } from "../../src/ingest/pages/page-reader.ts";
import { folderSource } from "../../src/ingest/sources/folder.ts";
import { syncSource } from "../../src/ingest/sync-source.ts";
import { operator } from "../../src/lib/actor.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { createModels } from "../../src/models/providers/create-models.ts";
import { bundledEmbedder } from "../../src/models/vectors/static/embedder.ts";
import { addProject } from "../../src/projects/change-projects.ts";
import type { Database } from "../../src/store/database.ts";

const editSet = z.object({
  tree: z.string(),
  edits: z.array(
    z.object({
      ...{ id: z.string(), kind: z.string(), path: z.string() },
      ...{ find: z.string(), replace: z.string() },
      affects: z.array(z.object({ question: z.string() })),
      unaffected: z.array(z.string()),
    }),
  ),
});
type EditSet = z.infer<typeof editSet>;
type Edit = EditSet["edits"][number];

/** What the gate said about one question of one edit. */
type Told = { edit: Edit; half: "fitted" | "held"; isAffected: boolean; result: GateResult };

const { values } = parseArgs({
  options: {
    /** Edits of pages, with the questions that each does and does not affect. */
    edits: { type: "string" },
    trees: { type: "string" },
    /** Shows each question of this half: fitted or held. */
    show: { type: "string" },
    only: { type: "string" },
  },
});
if (values.edits === undefined || values.trees === undefined)
  throw new Error("usage: node bench/gate/run-edits.ts --edits FILE --trees DIR");
const { trees } = values;
const sets = z.array(editSet).parse(JSON.parse(readFileSync(values.edits, "utf8")));
const all: Told[] = [];
for (const set of sets)
  if (!values.only || values.only === set.tree)
    all.push(...(await withTemporaryStore((db) => tell(db, set))));
for (const half of ["fitted", "held"] as const) summarise(half);
process.exit(0);

async function tell(db: Database, set: EditSet): Promise<Told[]> {
  const root = mkdtempSync(join(tmpdir(), "docent-bench-edits-"));
  cpSync(join(trees, set.tree), root, { recursive: true });
  rmSync(join(root, ".git"), { recursive: true, force: true });
  const embedder = bundledEmbedder();
  const config = loadConfig(process.env, {}, false);
  const log = createLog({ level: "error", format: "pretty" });
  const models = createModels(config.models);
  const shared = sharedOf({ config, log, clock: systemClock, models, db, embedder });
  const place = { kind: "folder", location: root, branch: "", subfolder: "" } as const;
  const about = {
    domain: "gate",
    name: "",
    visibility: "private",
    baseUrl: "https://docs.invalid",
  };
  const { project, source } = await addProject({ db, clock: systemClock }, operator, {
    ...{ ...about, visibility: "private" },
    source: place,
  });
  const reading = { db, clock: systemClock, embedder, reader: threadedReader() };
  const sync = async () =>
    (await syncSource({ ...reading, limits: config.limits }, source, folderSource({ root })))
      .revisionId;
  const assistant = createAssistant(shared, "https://docs.invalid", () => undefined);
  const found: Told[] = [];
  try {
    for (const [place, edit] of set.edits.entries()) {
      const base = await sync();
      const undo = apply(root, edit);
      const head = await sync();
      undo();
      const affected = edit.affects.map(({ question }) => question);
      const plain = { pages: [], words: [], unanswered: false, asked: 0, line: 0 };
      const report = await compareSides(
        assistant.gate,
        {
          project,
          questions: [...affected, ...edit.unaffected].map((question) => ({ question, ...plain })),
          base: { revisionId: base, commit: "base" },
          head: { revisionId: head, commit: "head" },
          budget: {},
        },
        new AbortController().signal,
      );
      const half = place % 2 === 0 ? ("fitted" as const) : ("held" as const);
      for (const result of report.results) {
        const told = { edit, half, isAffected: affected.includes(result.question), result };
        found.push(told);
        if (values.show === half) show(told);
      }
      process.stderr.write(".");
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  // The threads of the search end with the process.
  return found;
}

function apply(root: string, { kind, path, find, replace }: Edit): () => void {
  const file = join(root, path);
  const text = readFileSync(file, "utf8");
  const undo = () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  if (kind === "move page") {
    const moved = join(root, replace || path.replace(/(\.\w+)$/, "-moved$1"));
    mkdirSync(dirname(moved), { recursive: true });
    rmSync(file);
    writeFileSync(moved, text);
    return () => {
      rmSync(moved);
      undo();
    };
  }
  if (find === "" && replace === "") rmSync(file);
  else writeFileSync(file, find === "" ? replace : text.replace(find, () => replace));
  return undo;
}

function summarise(half: Told["half"]): void {
  const own = all.filter((one) => one.half === half);
  const isTold = ({ result }: Told) => result.effects.some((effect) => effect !== "gained");
  const share = (some: Told[]) => `${some.filter(isTold).length} of ${some.length}`;
  const tell = (some: Told[]) =>
    (["answered", "reserve", "declined"] as const)
      .map((outcome) => {
        const before = some.filter(({ result }) => result.before.outcome === outcome);
        const [hurt, rest] = [
          before.filter((one) => one.isAffected),
          before.filter((one) => !one.isAffected),
        ];
        return `${outcome}: ${share(hurt)} told, ${share(rest)} false`;
      })
      .join(" | ");
  console.log(`${half}, by how it was answered before: ${tell(own)}`);
  for (const [kind, some] of Map.groupBy(own, ({ edit }) => edit.kind))
    console.log(`  ${kind}: ${tell(some)}`);
}

function show({ edit, isAffected, result }: Told): void {
  const { before, after, effects, reasons, question, isSame } = result;
  const cited = before.citations.filter(({ supported }) => supported).map(({ path }) => path);
  console.log(
    JSON.stringify({
      ...{ id: edit.id, kind: edit.kind, path: edit.path, isAffected, question, isSame },
      ...{ before: before.outcome, after: after.outcome, cited, effects, reasons },
    }),
  );
}
