import { expect, test } from "vitest";
import { z } from "zod";
import { type GateEffect, type GateReport, gateEffects } from "../../contract/gate.ts";
import { gateOutput } from "./gate-output.ts";

const level = z.enum(["none", "note", "warning", "error"]);
const text = z.object({ text: z.string().min(1) });
/** RFC 3986: a path without scheme, host or leading slash, every other character percent-encoded. */
const relativeAddress = /^(?!\/)(?!\.\.?(?:\/|$))(?:[\w.~!$&'()*+,;=@/-]|%[\dA-F]{2})+$/;

/** What the schema of SARIF 2.1.0 and the code hosts require of what is written. */
const sarif = z.object({
  version: z.literal("2.1.0"),
  $schema: z.url(),
  runs: z.tuple([
    z.object({
      tool: z.object({
        driver: z.object({
          name: z.string().min(1),
          rules: z.array(
            z.object({
              id: z.string().min(1),
              shortDescription: text,
              defaultConfiguration: z.object({ level }),
            }),
          ),
        }),
      }),
      invocations: z.array(z.object({ executionSuccessful: z.boolean() })),
      columnKind: z.enum(["utf16CodeUnits", "unicodeCodePoints"]),
      results: z.array(
        z.object({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level,
          message: text,
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({
                  uri: z.string().regex(relativeAddress),
                  uriBaseId: z.string().min(1),
                }),
                region: z.object({ startLine: z.int().min(1) }),
              }),
            }),
          ]),
        }),
      ),
    }),
  ]),
});

const oddPaths = [
  "guides/odd name #1.md",
  "guides/über/日本語.md",
  "c:/windows.md",
  "100%.md",
  "a?b&c=d.md",
  "a\n::error::b.md",
  "lone\ud800surrogate.md",
  "back\\slash.md",
  '"quoted" <b>.md',
];

function resultAt(path: string, at: number): GateReport["results"][number] {
  const quoted = { title: "", heading: "", url: "", quote: "", revision: "", supported: true };
  const cited = { ...quoted, n: 1, path, startLine: at === 0 ? 0 : at, endLine: at };
  const side = { outcome: "answered" as const, text: "", citations: [cited] };
  return {
    ...{ question: `What is in ${path}?`, pages: [], words: [], unanswered: false, asked: 1 },
    ...{ line: 0, before: side, after: side, effects: [effectAt(at)], reasons: [], isSame: false },
  };
}

function effectAt(at: number): GateEffect {
  return gateEffects[at % gateEffects.length] ?? "lost";
}

function sarifOf(results: GateReport["results"], file: string) {
  const counted = { questions: results.length, same: 0, left: 0, leftExpected: 0, failed: 0 };
  const report = {
    ...{ base: "a", head: "b", model: "embedded", results, counts: {}, leftReason: "" },
    ...{ ...counted, tokens: 0, costUsd: 0 },
  };
  const output = { report, failOn: ["lost" as const], docsFolder: "docs und mehr", file };
  const [run] = sarif.parse(JSON.parse(gateOutput(output, "sarif"))).runs;
  return run;
}

function placesOf({ results }: ReturnType<typeof sarifOf>) {
  return results.map(({ locations: [{ physicalLocation }] }) => [
    physicalLocation.artifactLocation.uri,
    physicalLocation.region.startLine,
  ]);
}

test("SARIF has what its schema requires, whatever pages are called", () => {
  const run = sarifOf(oddPaths.map(resultAt), ".docent/questions.yml");
  const ids = run.tool.driver.rules.map(({ id }) => id);
  expect([...ids].sort()).toEqual([...gateEffects].sort());
  expect(run.results.map(({ ruleId }) => ruleId)).toEqual(oddPaths.map((_, at) => effectAt(at)));
  for (const { ruleId, ruleIndex } of run.results) expect(ids[ruleIndex]).toBe(ruleId);
  const decoded = placesOf(run).map(([uri]) => decodeURIComponent(String(uri)));
  expect(decoded).toEqual(oddPaths.map((path) => `docs und mehr/${path.toWellFormed()}`));
});

test("a result stands at its question, and where the repository has no such file at the page it rests on", () => {
  const [one] = ["limits.md"].map((path) => resultAt(path, 3));
  if (one === undefined) throw new Error("there is no result");
  const written = { ...one, line: 7 };
  expect(placesOf(sarifOf([written, one], "my questions.yml"))).toEqual([
    ["my%20questions.yml", 7],
    ["docs%20und%20mehr/limits.md", 3],
  ]);
  const nowhere = { ...one, before: { ...one.before, citations: [] } };
  const lost = { ...nowhere, after: nowhere.before };
  expect(placesOf(sarifOf([written, lost], ""))).toEqual([
    ["docs%20und%20mehr/limits.md", 3],
    [".docent/questions.yml", 1],
  ]);
});
