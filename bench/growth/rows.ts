import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "../report/run-child.ts";
import type { EngineName } from "../retrieval/engine-list.ts";
import type { GrowthInput, GrowthMeasure } from "./measure-growth.ts";
import { samplePassages } from "./passages.ts";

export type Row = {
  /** Of the run it belongs to. */
  commit: string;
  engine: EngineName;
  passages: number;
  /** Undefined where the engine ran out of time or memory. */
  built?: GrowthMeasure;
  reopened?: GrowthMeasure;
  fault?: string;
};

export type RowsInput = {
  commit: string;
  engines: EngineName[];
  sizes: number[];
  texts: string;
  /** Where indexes lie while they are measured, and the rows. */
  cache: string;
  timeoutMs: number;
  heapMb: number;
};

const questions = 300;
const program = new URL("./measure-growth.ts", import.meta.url);

/** Every engine at every size, the small ones first. Rows of the same commit are kept; an engine that failed is not tried with more. */
export async function measureRows(input: RowsInput): Promise<Row[]> {
  const file = join(input.cache, "rows.jsonl");
  const rows = existsSync(file) ? readRows(file).filter((row) => row.commit === input.commit) : [];
  for (const passages of input.sizes) {
    for (const engine of input.engines) {
      const own = rows.filter((row) => row.engine === engine);
      if (own.some((row) => row.passages === passages || row.fault !== undefined)) continue;
      process.stderr.write(`${passages} passages: ${engine} … `);
      const row = await measureRow(input, engine, passages);
      process.stderr.write(
        `${row.fault ?? `${((row.built?.firstMs ?? 0) / 1000).toFixed(1)} s`}\n`,
      );
      rows.push(row);
      appendFileSync(file, `${JSON.stringify(row)}\n`);
    }
  }
  return rows.filter((row) => input.sizes.includes(row.passages));
}

function readRows(file: string): Row[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): Row => JSON.parse(line));
}

async function measureRow(input: RowsInput, engine: EngineName, passages: number): Promise<Row> {
  const { commit, texts, timeoutMs, heapMb } = input;
  const sample = samplePassages(texts, passages, questions);
  const folder = mkdtempSync(join(input.cache, "index-"));
  const row: Row = { commit, engine, passages };
  const measure = (step: GrowthInput["step"]) =>
    runChild<GrowthMeasure>(
      program,
      { engine, step, folder, texts, passages, sample } satisfies GrowthInput,
      { timeoutMs, heapMb },
    );
  try {
    row.built = await measure("build");
    if (row.built.diskMb !== undefined) row.reopened = await measure("reopen");
  } catch (error) {
    row.fault = error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return row;
}
