import type { BundledEmbedder } from "../../models/vectors/static/embedder.ts";
import type { Contest, FoundPassage, Passage } from "../hit.ts";

type Measured = {
  /** Agreement of the question with the one block of the passage that has most of it, under its heading. */
  focus: number;
  /** Agreement with the page's title and the headings above the passage alone. */
  naming: number;
};

const mostBlocks = 40;

/** How closely single blocks and the headings of passages speak of a question. */
export function measureHits(
  embedder: Pick<BundledEmbedder, "compare" | "tokens">,
  question: string,
  passages: Passage[],
): Measured[] {
  const texts = passages.map(textsOf);
  const agreements = embedder
    .compare(question, texts.flat().map(embedder.tokens))
    .map(({ agreement }) => agreement);
  return texts.map(({ length }) => {
    const some = agreements.splice(0, length);
    return { naming: some[0] ?? 0, focus: Math.max(...some) };
  });
}

/** The title and headings, then every block under its heading. */
function textsOf({ title, headings, content }: Passage): string[] {
  const heading = headings.at(-1) ?? title;
  const blocks = blocksOf(content).map((block) => `${heading}\n${block}`);
  return [[title, ...headings].join("\n"), ...blocks];
}

type Hit = Pick<FoundPassage, "score" | "similarity" | "naming"> & { passage: { path: string } };

/** How the first of some hits stands out from the others. */
export function contestOf(hits: Hit[]): Contest {
  const [best] = hits;
  if (best === undefined) return { margin: 0, spread: 0, rival: 0 };
  const other = hits.find(({ passage }) => passage.path !== best.passage.path);
  return {
    margin: other === undefined || best.score <= 0 ? 1 : 1 - other.score / best.score,
    spread: best.similarity - (hits.at(-1)?.similarity ?? 0),
    rival: Math.max(...hits.map(({ naming }) => naming)) - best.naming,
  };
}

/** Paragraphs, list items, table rows and code blocks, as far as blank lines and markers show them. */
function blocksOf(content: string): string[] {
  const blocks: string[] = [];
  let block = "";
  for (const line of content.split("\n")) {
    const isBorder = line.trim() === "" || /^\s{0,20}(?:[-*+|]|\d{1,3}[.)])/.test(line);
    if (isBorder && block !== "") {
      blocks.push(block);
      block = "";
    }
    block += `${line}\n`;
  }
  return [...blocks, block].filter((one) => one.trim() !== "").slice(0, mostBlocks);
}
