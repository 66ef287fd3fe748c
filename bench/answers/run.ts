import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createNode } from "../../src/compose/create-node.ts";
import { loadConfig } from "../../src/config.ts";
import { folderSource } from "../../src/ingest/sources/folder.ts";
import { syncSource } from "../../src/ingest/sync-source.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { bundledEmbedder } from "../../src/models/embedder/embedder.ts";
import { chooseModel } from "../../src/models/registry.ts";
import { addProject } from "../../src/projects/add-project.ts";
import { openDatabase } from "../../src/store/database.ts";
import { halfOf, scoreAnswers } from "./score.ts";

const { values } = parseArgs({
  options: {
    half: { type: "string" },
    docs: { type: "string", default: fileURLToPath(new URL("../../docs", import.meta.url)) },
    questions: {
      type: "string",
      default: fileURLToPath(new URL("./docent-docs.json", import.meta.url)),
    },
    all: { type: "boolean", default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
const clock = systemClock;
const db = await openDatabase({ kind: "sqlite", file: join(folder, "docent.db") });
const source = { kind: "folder", location: values.docs, branch: "", subfolder: "" } as const;
const place = {
  domain: "bench",
  name: "Bench",
  visibility: "public",
  baseUrl: "",
  source,
} as const;
const added = await addProject({ db, clock }, { kind: "operator" }, place);
const embedder = bundledEmbedder();
await syncSource({ db, clock, embedder }, added.source, folderSource({ root: values.docs }));
const log = createLog({ level: "error", format: "pretty" });
const node = createNode(
  {
    config: loadConfig({}, {}, false),
    log,
    clock,
    model: chooseModel(embedder.agreement),
    db,
    embedder,
  },
  "http://bench",
);

const all = JSON.parse(readFileSync(values.questions, "utf8"));
const set = values.half === "odd" || values.half === "even" ? halfOf(all, values.half) : all;
const outcomes = await scoreAnswers(node.assistant.ask, added.project.id, set);
for (const { id, question, right, cited, expected, text } of outcomes) {
  if (right && !values.all) continue;
  console.log(
    `${right ? "ok  " : "miss"} ${id} ${question}\n     cited ${cited.join(", ") || "nothing"}; expected ${expected.join(", ") || "nothing"}`,
  );
  if (values.all) console.log(`${text.replace(/^/gm, "     | ")}\n`);
}
const count = (wanted: boolean) => {
  const some = outcomes.filter((outcome) => outcome.expected.length > 0 === wanted);
  return `${some.filter((outcome) => outcome.right).length}/${some.length}`;
};
const direct = outcomes.filter((outcome) => outcome.expected.length > 0 && outcome.direct).length;
console.log(
  `right page cited ${count(true)} (${direct} without reserve), declined or with reserve when it should ${count(false)}`,
);
await node.assistant.close();
await db.destroy();
rmSync(folder, { recursive: true });
