import type { Agreement } from "../../vectors/static/embedder.ts";
import { quotablePassages } from "../quotable/quotable-passage.ts";
import { type Unit, units } from "../quotable/units.ts";
import type { EmbeddedInput } from "./answer-input.ts";
import { readQuestion } from "./question.ts";
import { scoreUnit } from "./score-unit.ts";

const mostPages = 3;
const longestQuote = 60;
const opening =
  "I did not find a direct answer to this in the documentation. The closest it comes:";

/** Where the docs only come near the question: the most telling sentence of each of the nearest pages. */
export function quoteNearest(input: EmbeddedInput, agreement: Agreement): string {
  const question = readQuestion(input, agreement);
  const pages = Map.groupBy(quotablePassages(input.passages), (passage) => passage.path);
  const quotes = [...pages.values()].slice(0, mostPages).flatMap((passages) => {
    const scored = passages
      .flatMap(units)
      .filter((unit) => unit.words <= longestQuote && !unit.text.endsWith(":"))
      .map((unit) => ({
        unit,
        score: scoreUnit(question, { ...unit, agreement: question.agreement(inContext(unit)) }),
      }));
    const best = scored.sort((left, right) => right.score - left.score)[0];
    return best === undefined ? [] : [`- ${lineOf(best.unit)} [${best.unit.passage.n}]`];
  });
  return quotes.length === 0 ? "" : `${opening}\n\n${quotes.join("\n")}`;
}

function inContext(unit: Unit): string {
  return `${unit.passage.headings.join(" ")} ${unit.text}`;
}

/** A row of a table reads as its cells, one after the other. */
function lineOf(unit: Unit): string {
  if (unit.form !== "row") return unit.text;
  const row = unit.text.split("\n").at(-1) ?? "";
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return cells.filter((cell) => cell !== "").join(": ");
}
