import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

const dataSet = z.object({
  name: z.string(),
  /** What the judgements name: single docs, or the pages they stand on. */
  level: z.enum(["doc", "page"]),
  docs: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      page: z.string().optional(),
    }),
  ),
  queries: z.array(z.object({ id: z.string(), text: z.string() })),
  /** For each query the docs or pages that answer it, with their gain. */
  qrels: z.record(z.string(), z.record(z.string(), z.number())),
});

export type DataSet = z.infer<typeof dataSet>;
export type Doc = DataSet["docs"][number];

export type Choice = { folder: string; names: string[] | undefined; limit: number | undefined };

/** The sets of a folder, by name; `limit` keeps the first queries of each only. */
export function readDataSets({ folder, names, limit }: Choice): DataSet[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json.gz"));
  const sets = files.sort().map((file) => readDataSet(join(folder, file)));
  const wanted = sets.filter((set) => names === undefined || names.includes(set.name));
  if (wanted.length === 0) throw new Error(`no data set in ${folder} has a wanted name`);
  return wanted.map((set) => ({ ...set, queries: set.queries.slice(0, limit) }));
}

function readDataSet(file: string): DataSet {
  return dataSet.parse(JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")));
}
