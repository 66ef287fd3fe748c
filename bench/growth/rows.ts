import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildProgram } from "../report/built-program.ts";
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
const peers = { program: new URL("./measure-peer.ts", import.meta.url) };

type Program = { program: URL; compileCache?: string };

/** Every engine at every size, the small ones first. Rows of the same commit are kept; an engine that failed is not tried with more. */
export async function measureRows(input: RowsInput): Promise<Row[]> {
  const file = join(input.cache, "rows.jsonl");
  const rows = existsSync(file) ? readRows(file).filter((row) => row.commit === input.commit) : [];
  const own = await buildProgram("bench/growth/measure-docent.ts");
  for (const passages of input.sizes) {
    for (const engine of input.engines) {
      const before = rows.filter((row) => row.engine === engine);
      if (before.some((row) => row.passages === passages || row.fault !== undefined)) continue;
      process.stderr.write(`${passages} passages: ${engine} … `);
      const program = engine === "docent" ? own : peers;
      const row = await measureRow(input, { engine, passages, ...program });
      process.stderr.write(
        `${row.fault ?? `${((row.built?.firstMs ?? 0) / 1000).toFixed(1)} s`}\n`,
      );
      rows.push(row);
      appendFileSync(file, `${JSON.stringify(row)}\n`);
    }
  }
  own.remove();
  return rows.filter((row) => input.sizes.includes(row.passages));
}

function readRows(file: string): Row[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): Row => JSON.parse(line));
}

type Measured = Program & Pick<Row, "engine" | "passages">;

async function measureRow(input: RowsInput, measured: Measured): Promise<Row> {
  const { engine, passages, program, compileCache } = measured;
  const { commit, texts, timeoutMs, heapMb } = input;
  const sample = samplePassages(texts, passages, questions);
  const folder = mkdtempSync(join(input.cache, "index-"));
  const row: Row = { commit, engine, passages };
  const measure = (step: GrowthInput["step"]) =>
    runChild<GrowthMeasure>(
      program,
      { engine, step, folder, texts, passages, sample } satisfies GrowthInput,
      { timeoutMs, heapMb, ...(compileCache && { compileCache }) },
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
