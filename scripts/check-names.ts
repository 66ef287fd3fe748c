import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Fault, reportFaults } from "./fault.ts";
import { listFiles } from "./list-files.ts";

const SOURCE = /^src\/.*\.(?:ts|md)$/;
const TEST = /\.test\.ts$/;

/** A generator's facts are its folder's alone: whoever else names one knows something that the folder should tell. */
const GENERATORS = /mintlify|mkdocs|docusaurus|vitepress|starlight|\bhugo\b|mdbook/i;
const GENERATOR_FOLDER = "src/docs/site/";

/** Words that a newcomer has to be told the meaning of, as parts of any name. */
const METAPHORS = new Set(
  ["desk", "screen", "judge", "witness", "attendance", "fates", "manner", "steady"].flatMap(
    (word) => [word, `${word}s`],
  ),
);

/** The same thing seen from another layer: its contract, its route, its rows, its command. */
const LAYERS = /^src\/(?:contract|http\/routes|store|cli\/commands|config)\//;

/** Names that would mislead: of generators outside their folders, metaphors, and one file name for two things. */
export function checkNames(root: string): Fault[] {
  const files = listFiles(root).filter((file) => SOURCE.test(file) && !TEST.test(file));
  const texts = files.flatMap((file) => checkText(file, readFileSync(join(root, file), "utf8")));
  return [...texts, ...sharedNames(files.filter((file) => file.endsWith(".ts")))];
}

function checkText(file: string, text: string): Fault[] {
  const lines = [file, ...text.split("\n")];
  return lines.flatMap((content, index) => {
    const line = Math.max(1, index);
    const generator = file.startsWith(GENERATOR_FOLDER) ? null : GENERATORS.exec(content);
    const word = wordsOf(content).find((part) => METAPHORS.has(part));
    return [
      ...(generator === null ? [] : [{ file, line, reason: generatorReason(generator[0]) }]),
      ...(word === undefined ? [] : [{ file, line, reason: `"${word}" is no plain word` }]),
    ];
  });
}

/** `openDesk`, `open-desk` and `OPEN_DESK` hold the same words. A screen reader is one. */
function wordsOf(text: string): string[] {
  const bare = text.replaceAll("screen-reader", "");
  return (bare.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase());
}

function generatorReason(name: string): string {
  return `names ${name}; only ${GENERATOR_FOLDER} knows generators`;
}

function sharedNames(files: string[]): Fault[] {
  const places = Map.groupBy(files, (file) => basename(file));
  return [...places].flatMap(([name, [first = "", ...others]]) => {
    const meanings = [first, ...others].filter((file) => !LAYERS.test(file));
    if (others.length === 0 || meanings.length < 2) return [];
    return [{ file: first, line: 1, reason: `the name ${name} is also at ${others.join(", ")}` }];
  });
}

if (import.meta.main) reportFaults(checkNames(process.cwd()));
